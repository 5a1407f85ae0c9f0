import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { MESSAGES } from './messages.endpoint.js';
import {
  accumulate,
  BRIDGE,
  chunk,
  DECODE,
  eventsOf,
  expectSequential,
  FACTS,
  fragment,
  N,
  overChat,
  plain,
  REQUEST,
  STREAMS,
  write,
} from './messages.tools.spec.js';

function relay(bytes: readonly Uint8Array[]): string {
  const writer = MESSAGES.startNativeStream?.(FACTS, REQUEST);
  const translator = N.endpoints.messages?.startStream(DECODE);
  let text = '';
  for (const piece of bytes) translator?.push(piece, (event, raw) => (text += writer?.write(event, raw) ?? ''));
  return text + (writer?.end() ?? '');
}

describe('streams: "all stream events" (docs/contract/messages.md#endpoint)', () => {
  test('a text is the native sequence of events', () => {
    const text = write([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'He' }),
      chunk({ content: 'llo' }),
    ]);
    expect(eventsOf(text)).toEqual([
      expect.objectContaining({
        type: 'message_start',
        message: expect.objectContaining({ id: 'msg_r1', content: [] }),
      }),
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'He' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'llo' } },
      { type: 'content_block_stop', index: 0 },
      expect.objectContaining({ type: 'message_delta' }),
      { type: 'message_stop' },
    ]);
  });

  test('nothing at all is still a message', async () => {
    expect(await accumulate(write([]))).toMatchObject({ content: [], model: 'm', stop_reason: 'end_turn' });
  });

  test('every piece goes out as it comes', () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    writer.write(chunk({ content: 'a' }), undefined);
    expect(writer.write(chunk({ content: 'b' }), undefined)).toContain('"text":"b"');
    writer.write(fragment(0, '', { id: 'x' }), undefined);
    expect(writer.write(fragment(0, '{"a'), undefined)).toContain('"partial_json":"{\\"a"');
    expect(writer.write(undefined, ': ping\n\n')).toBe(': ping\n\n');
  });

  test('interleaved parallel calls come one after the other', async () => {
    const text = write([
      fragment(0, '{"a":', { id: 'x' }),
      fragment(1, '{"b"', { id: 'y' }),
      fragment(0, '1'),
      fragment(1, ':{}'),
      fragment(0, '}'),
      fragment(1, '}'),
    ]);
    expectSequential(text);
    expect((await accumulate(text)).content).toMatchObject([
      { type: 'tool_use', id: 'x', name: 'f0', input: { a: 1 } },
      { type: 'tool_use', id: 'y', name: 'f1', input: { b: {} } },
    ]);
  });

  test('a call is closed as soon as it is complete and the next one begins', () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    writer.write(fragment(0, '{}', { id: 'x' }), undefined);
    expect(eventsOf(writer.write(fragment(1, '{', { id: 'y' }), undefined)).map(({ type }) => type)).toEqual([
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
    ]);
  });

  test('a failure is an error event with both shapes, over chat and native', () => {
    const error = new GatewayError('provider_error', { param: 'messages' });
    const expected = {
      type: 'error',
      error: { type: 'server_error', message: 'The provider failed.', code: 'provider_error', param: 'messages' },
      request_id: 'r1',
    };
    expect(eventsOf(BRIDGE.startStream(REQUEST, FACTS).fail(error))).toEqual([expected]);
    expect(eventsOf(MESSAGES.startNativeStream?.(FACTS, REQUEST).fail(error) ?? '')).toEqual([expected]);
  });

  test('the official SDK rejects on it', async () => {
    const writer = BRIDGE.startStream(REQUEST, FACTS);
    const text = writer.write(chunk({ content: 'a' }), undefined) + writer.fail(new GatewayError('provider_error'));
    await expect(accumulate(text)).rejects.toThrow('The provider failed.');
  });
});

describe(`streams of the native provider, ${STREAMS.length} of them`, () => {
  test.each(STREAMS)('%s: relayed byte by byte, the official SDK reads the same message', async (_name, text) => {
    const bytes = Buffer.from(text);
    const relayed = relay(Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)));
    expect(relayed).toBe(text);
    expect(plain(await accumulate(relayed))).toEqual(plain(await accumulate(text)));
  });

  test.each(STREAMS)('%s: over chat and back, nothing of the content and the counts is lost', async (name, text) => {
    const translated = overChat(text);
    expectSequential(translated);
    const [own, ours] = [await accumulate(text), await accumulate(translated)];
    const texts = (content: unknown[]) =>
      plain(content).map(({ citations: _, caller: __, ...block }: Record<string, unknown>) => block);
    if (!/refusal/.test(name)) expect(texts(ours.content)).toEqual(texts(own.content));
    expect(ours.stop_reason).toBe(own.stop_reason);
    const {
      input_tokens,
      output_tokens,
      cache_read_input_tokens: reads,
      cache_creation_input_tokens: writes,
    } = own.usage;
    expect(ours.usage).toMatchObject({
      input_tokens,
      output_tokens,
      cache_read_input_tokens: reads ?? 0,
      cache_creation_input_tokens: writes ?? 0,
    });
  });
});
