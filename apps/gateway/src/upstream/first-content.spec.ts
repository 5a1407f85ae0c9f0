import { describe, expect, it } from '@jest/globals';
import {
  type DecodeFacts,
  type Endpoint,
  getAdapter,
  type StreamTranslator,
  type UpstreamDraft,
} from '@multilane/providers';
import { StreamedAnswer } from './streamed-answer.js';

const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

const MESSAGES = [
  event('message_start', {
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('ping'),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'first' } }),
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'second' } }),
];

const RESPONSES = [
  event('response.created', { response: { id: 'r', output: [] } }),
  event('response.output_item.added', { output_index: 0, item: { type: 'message', id: 'i', content: [] } }),
  event('response.content_part.added', { output_index: 0, part: { type: 'output_text', text: '' } }),
  event('response.output_text.delta', { output_index: 0, delta: 'first' }),
  event('response.output_text.delta', { output_index: 0, delta: 'second' }),
];

/** Streams the events one after the other, and says after which of them the answer has begun, and what was received. */
async function stream(kind: 'anthropic' | 'openai', endpoint: Endpoint, events: readonly string[]) {
  const adapter = getAdapter(kind);
  const codec = adapter?.endpoints[endpoint];
  const facts = { kind, idSeed: 's', answers: [], created: 1, model: 'm', request: {}, includeUsage: false };
  const translator = codec?.startStream?.(facts as unknown as DecodeFacts) as StreamTranslator<object>;
  const limits = { firstByteMs: 1_000, idleMs: 1_000, waitsForContent: true };
  const answer = new StreamedAnswer(adapter as never, translator, limits, { attemptEnded: () => undefined } as never);
  let begunAfter: number | undefined;
  let seen = 0;
  answer.started.then(
    () => {
      begunAfter = seen;
    },
    () => undefined,
  );
  answer.start({ send: () => ({ abort: () => undefined }) } as never, {} as UpstreamDraft);
  answer.onStart(200, {});
  for (const each of events) {
    answer.onData(Buffer.from(each));
    seen += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  let received = '';
  answer.receive({
    onChunk: (chunk, raw) => {
      received += raw ?? JSON.stringify(chunk);
    },
    onPause: () => undefined,
    onComplete: () => undefined,
    onFailure: () => undefined,
  });
  answer.abort(new Error('the test is over'));
  return { begunAfter, received };
}

// Deltas of these formats are relayed unread.
describe('a stream that is held until its first content', () => {
  it.each([
    ['messages', 'anthropic', MESSAGES],
    ['responses', 'openai', RESPONSES],
  ] as const)('begins with its first delta, and loses none: %s', async (endpoint, kind, events) => {
    const { begunAfter, received } = await stream(kind, endpoint, events);
    expect(begunAfter).toBe(4);
    expect(received).toContain('first');
    expect(received).toContain('second');
  });

  it('is not begun by a sign of life', async () => {
    const { begunAfter } = await stream('anthropic', 'messages', [
      ...MESSAGES.slice(0, 3),
      ': comment\n\n',
      event('ping'),
    ]);
    expect(begunAfter).toBeUndefined();
  });
});
