import { describe, expect, test } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import type { Codec, DecodeFacts, StreamTranslator } from '../adapter.js';
import { getAdapter } from '../registry.js';
import { decodeEvents, EitherForm, isEventStream } from './either-form.js';

const factsOf = (kind: ProviderKind): DecodeFacts => ({
  kind,
  idSeed: 's',
  created: 7,
  model: 'up',
  includeUsage: true,
});
const codecOf = (kind: ProviderKind, endpoint: 'chat' | 'messages') => {
  const codec = getAdapter(kind)?.endpoints[endpoint];
  if (codec === undefined) throw new Error(`${kind} has no ${endpoint}`);
  return codec as unknown as Codec<never, object> & { startStream(facts: DecodeFacts): StreamTranslator<object> };
};

const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const CALL = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"b":1}' } };
const COMPLETION = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Hi there', reasoning_content: 'Hm', tool_calls: [CALL] },
      logprobs: null,
      finish_reason: 'tool_calls',
    },
  ],
  usage: USAGE,
};
const MESSAGE = {
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'c' },
  content: [
    { type: 'thinking', thinking: 'Hm', signature: 'x' },
    { type: 'text', text: 'Hi' },
    { type: 'tool_use', id: 'a', name: 'f', input: { b: [1] } },
  ],
  ...{ stop_reason: 'tool_use', stop_sequence: null },
  usage: { input_tokens: 3, output_tokens: 2 },
};

/** Answer to a request for a stream that comes in these pieces. */
function stream(kind: ProviderKind, endpoint: 'chat' | 'messages', pieces: readonly string[]) {
  const codec = codecOf(kind, endpoint);
  const facts = factsOf(kind);
  const either = new EitherForm(codec.startStream(facts), codec, facts, true);
  const emitted: object[] = [];
  const emit = (chunk: object | undefined, raw: string | undefined) => void emitted.push(chunk ?? { raw });
  for (const piece of pieces) either.push(Buffer.from(piece), emit);
  either.end(emit);
  return { emitted, usage: either.usage() };
}

const asEvents = (chunks: readonly object[]) =>
  chunks
    .map((chunk) => `${'type' in chunk ? `event: ${chunk.type}\n` : ''}data: ${JSON.stringify(chunk)}\n\n`)
    .join('');

describe('an answer in the form that was not asked for', () => {
  test.each([
    ['vllm', 'chat', COMPLETION],
    ['anthropic', 'messages', MESSAGE],
  ] as const)('%s, %s: JSON becomes a stream, and that stream the same answer again', (kind, endpoint, answer) => {
    const text = JSON.stringify(answer, undefined, 1);
    const { emitted, usage } = stream(kind, endpoint, [` \n${text.slice(0, 30)}`, text.slice(30), '\n']);
    expect(emitted.length).toBeGreaterThan(2);
    expect(usage).toMatchObject(USAGE);
    const body = Buffer.from(`: hello\n\n${asEvents(emitted)}${endpoint === 'chat' ? 'data: [DONE]\n\n' : ''}`);
    expect(isEventStream(body)).toBe(true);
    const decoded = decodeEvents(codecOf(kind, endpoint), body, factsOf(kind));
    expect(decoded).toMatchObject({ response: answer, usage: USAGE, verbatim: false });
  });

  test('a native answer as JSON becomes chunks of chat', () => {
    const { emitted } = stream('anthropic', 'chat', [JSON.stringify(MESSAGE)]);
    expect(emitted).toMatchObject([
      { object: 'chat.completion.chunk', choices: [{ delta: { content: 'Hi', tool_calls: [{ index: 0, id: 'a' }] } }] },
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      { choices: [], usage: USAGE },
    ]);
  });

  test.each([
    ['an error', '{"error":{"code":429,"message":"x"}}', 'provider_rate_limited'],
    ['an error in a list', '[{"error":{"code":429}}]', 'provider_rate_limited'],
    ['an error in another shape', '{"detail":"boom"}', 'provider_error'],
    ['JSON that is no answer', '{"id":"c","choices":[]}', 'provider_error'],
    ['JSON that is cut off', JSON.stringify(COMPLETION).slice(0, -9), 'provider_error'],
    ['JSON behind which a stream follows', '{"error":{"code":429}}\ndata: [DONE]\n\n', 'provider_rate_limited'],
  ])('fails for %s where a stream was asked for', (_name, text, code) => {
    expect(() => stream('vllm', 'chat', [text])).toThrow(expect.objectContaining({ code }));
  });

  test('a stream is a stream, whatever it begins with', () => {
    const chunk = { ...COMPLETION, object: 'chat.completion.chunk', usage: null };
    const said = {
      ...chunk,
      choices: [{ index: 0, delta: { role: 'assistant', content: '{' }, finish_reason: 'stop' }],
    };
    for (const before of ['', '\n\n', ': {\n\n', '\ufeff', 'event: message\n']) {
      const { emitted } = stream('vllm', 'chat', [before, `data: ${JSON.stringify(said)}\n\n`, 'data: [DONE]\n\n']);
      expect(emitted.at(-1)).toEqual(said);
    }
  });

  test.each([
    ['{"a":1}', false],
    [' {"data:":1}', false],
    ['<html>', false],
    ['data: {}', true],
    ['\n\nevent: x\ndata: {}', true],
    [': comment', true],
  ])('%j is a stream of events: %j', (text, is) => {
    expect(isEventStream(Buffer.from(text))).toBe(is);
  });
});
