import { describe, expect, test } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import type { DecodeFacts } from '../adapter.js';
import { ConverseStreamTranslator } from './translate-stream.js';

const FACTS: DecodeFacts = { kind: 'bedrock', idSeed: 's', created: 7, model: 'up', includeUsage: false };
const CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text),
);

function encode(headers: Record<string, string>, body: string): Uint8Array {
  const texts = Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }] as const);
  return CODEC.encode({ headers: Object.fromEntries(texts), body: Buffer.from(body) });
}
const event = (type: string, payload: object | string = {}) =>
  encode(
    { ':message-type': 'event', ':event-type': type },
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  );
const delta = (contentBlockIndex: number, said: object) =>
  event('contentBlockDelta', { contentBlockIndex, delta: said });
const start = (contentBlockIndex: number, toolUse: object) =>
  event('contentBlockStart', { contentBlockIndex, start: { toolUse } });
const START = event('messageStart', { role: 'assistant' });
const STOP = event('messageStop', { stopReason: 'end_turn' });

function translate(facts: Partial<DecodeFacts>, ...messages: Uint8Array[]): ChatChunk[] {
  const translator = new ConverseStreamTranslator({ ...FACTS, ...facts });
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined) => {
    if (chunk !== undefined) chunks.push(chunk);
  };
  for (const message of messages) translator.push(message, emit);
  translator.end(emit);
  return chunks;
}

const deltasOf = (...messages: Uint8Array[]) =>
  translate({}, START, ...messages, STOP)
    .flatMap(({ choices }) => choices.map((choice) => choice.delta))
    .slice(1, -1);

describe('ConverseStreamTranslator', () => {
  test('has no usage chunk where the provider reported no usage: the gateway adds it', () => {
    const base = { id: 'chatcmpl-s', object: 'chat.completion.chunk', created: 7, model: 'up' };
    const choice = { index: 0, logprobs: null, finish_reason: null };
    expect(translate({}, START, STOP)).toEqual([
      { ...base, choices: [{ ...choice, delta: { role: 'assistant', content: '', refusal: null } }] },
      { ...base, choices: [{ ...choice, delta: {}, finish_reason: 'stop' }] },
    ]);
  });

  test('passes over blocks, deltas and events that it does not know, and the tools of the provider itself', () => {
    const citation = { citation: { title: 'x' } };
    const server = { toolUseId: 'a', name: 'search', type: 'server_tool_use' };
    expect(
      deltasOf(
        event('somethingNew'),
        delta(0, citation),
        delta(0, { text: 'Hi' }),
        delta(0, citation),
        delta(0, { text: '' }),
        event('contentBlockStart', { contentBlockIndex: 1, start: { image: {} } }),
        delta(1, { image: {} }),
        event('contentBlockStop', { contentBlockIndex: 1 }),
        start(2, server),
        delta(2, { toolUse: { input: '{}' } }),
      ),
    ).toEqual([{ content: 'Hi' }]);
  });

  test('gives arguments to a call whose block never ends', () => {
    expect(deltasOf(start(0, { toolUseId: 'a', name: 'f' }))).toEqual([
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
    ]);
  });

  test('tells a stop reason that it does not know, which becomes stop (docs/contract/chat.md#finish-reasons)', () => {
    const told: string[] = [];
    const facts = { onUnknownFinishReason: (reason: string) => told.push(reason) };
    const chunks = translate(facts, START, event('messageStop', { stopReason: 'something_new' }));
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(told).toEqual(['something_new']);
  });

  test.each([
    ['malformed_tool_use', [START, event('messageStop', { stopReason: 'malformed_tool_use' })]],
    [
      'an error without an exception',
      [START, encode({ ':message-type': 'error', ':error-code': 'InternalFailure' }, '')],
    ],
    ['an event that is not JSON', [START, event('contentBlockDelta', '{')]],
    ['an event that is no object', [START, event('contentBlockDelta', '[]')]],
    ['a call without a name', [START, start(0, { toolUseId: 'a' })]],
    ['a stream without messageStop', [START, delta(0, { text: 'Hi' }), event('metadata', { usage: {} })]],
    ['an empty stream', []],
  ])('fails for %s', (_name, messages) => {
    expect(() => translate({}, ...messages)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });
});
