import { describe, expect, test } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { ProviderFailure } from '../provider-failure.js';
import { ChatStreamTranslator } from './translate-stream.js';

const event = (type: string | undefined, rest: object = {}) => `data: ${JSON.stringify({ type, ...rest })}\n\n`;
const message = (value: object, index = 0) => ({ index, delta: { message: value } });
const START = event('message-start', { id: 'i', ...message({ role: 'assistant' }) });
const END = event('message-end', { delta: { finish_reason: 'COMPLETE' } });
const say = (text: string) => event('content-delta', message({ content: { text } }));
const think = (thinking: string, index = 0) => event('content-delta', message({ content: { thinking } }, index));
const callStart = (index: number, called: object, id = `c${index}`) =>
  event('tool-call-start', message({ tool_calls: { id, type: 'function', function: called } }, index));
const callDelta = (index: number, text: string) =>
  event('tool-call-delta', message({ tool_calls: { function: { arguments: text } } }, index));

function start() {
  const translator = new ChatStreamTranslator({
    kind: 'cohere',
    idSeed: 's',
    created: 7,
    model: 'command',
    includeUsage: false,
  });
  const chunks: (ChatChunk | undefined)[] = [];
  const push = (text: string) => translator.push(new TextEncoder().encode(text), (chunk) => chunks.push(chunk));
  return { chunks, push, end: () => translator.end(), usage: () => translator.usage() };
}

/** The deltas of a whole stream without its role and finish chunks; it reports no usage. */
function deltasOf(...events: string[]) {
  const stream = start();
  stream.push(START + events.join('') + END);
  stream.end();
  return stream.chunks.slice(1, -1).map((chunk) => chunk?.choices[0]?.delta);
}

describe('ChatStreamTranslator', () => {
  test('emits each chunk as its event arrives', () => {
    const stream = start();
    const head = { id: 'i', object: 'chat.completion.chunk', created: 7, model: 'command' };
    const choice = (delta: object, finish_reason: string | null = null) => [{ index: 0, delta, finish_reason }];
    stream.push(START);
    expect(stream.chunks).toEqual([{ ...head, choices: choice({ role: 'assistant', content: '' }) }]);
    stream.push(say('Hi'));
    expect(stream.chunks.at(-1)).toEqual({ ...head, choices: choice({ content: 'Hi' }) });
    stream.push(
      event('message-end', {
        delta: { finish_reason: 'MAX_TOKENS', usage: { tokens: { input_tokens: 3, output_tokens: 1 } } },
      }),
    );
    const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
    expect(stream.chunks.slice(2)).toEqual([
      { ...head, choices: choice({}, 'length') },
      { ...head, choices: [], usage },
    ]);
    expect(stream.usage()).toEqual(usage);
    expect(stream.end).not.toThrow();
  });

  test('has no chunk of usage where the provider reported none: the gateway adds it', () => {
    const stream = start();
    stream.push(START + END);
    expect(stream.chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(stream.usage()).toBeUndefined();
  });

  test('makes an id, and sends the role first, where the provider does not begin with message-start', () => {
    const stream = start();
    stream.push(say('Hi') + END);
    expect(stream.chunks.map((chunk) => chunk?.choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'Hi' },
      {},
    ]);
    expect(stream.chunks[0]?.id).toBe('chatcmpl-s');
  });

  test('takes the text that a block starts with', () => {
    expect(deltasOf(event('content-start', message({ content: { type: 'text', text: 'Hi' } })))).toEqual([
      { content: 'Hi' },
    ]);
  });

  test('sets a blank line between stretches of reasoning, as a whole answer has it', () => {
    const plan = (text: string) => event('tool-plan-delta', message({ tool_plan: text }));
    const texts = deltasOf(think('a'), think('b'), think('c', 1), plan('d'), plan('e'));
    expect(texts.map((delta) => delta?.reasoning_content)).toEqual(['a', 'b', '\n\nc', '\n\nd', 'e']);
  });

  test('numbers calls in the order in which they begin, whatever the provider’s indexes', () => {
    const fragments = deltasOf(
      callStart(3, { name: 'f', arguments: '{' }),
      callStart(5, { name: 'g' }, ''),
      callDelta(5, '{}'),
      callDelta(3, '}'),
      callDelta(3, ''),
    );
    expect(fragments.map((delta) => delta?.tool_calls?.[0])).toEqual([
      { index: 0, id: 'c3', type: 'function', function: { name: 'f', arguments: '{' } },
      { index: 1, id: 'call_s_1', type: 'function', function: { name: 'g', arguments: '' } },
      { index: 1, function: { arguments: '{}' } },
      { index: 0, function: { arguments: '}' } },
    ]);
  });

  test('completes calls without arguments, whether or not the provider ended them', () => {
    const fragments = deltasOf(
      callStart(0, { name: 'f' }),
      event('tool-call-end', { index: 0 }),
      callStart(1, { name: 'g' }),
    );
    const texts = [0, 1].map((index) =>
      fragments.flatMap((delta) => delta?.tool_calls ?? []).filter((call) => call.index === index),
    );
    expect(texts.map((calls) => calls.map((call) => call.function?.arguments).join(''))).toEqual(['{}', '{}']);
  });

  test('passes over comments, unknown events, [DONE], and everything after message-end', () => {
    const stream = start();
    stream.push(`: hi\n\n${START}data: [DONE]\n\n${event('news')}${END}data: [DONE]\n\n${say('late')}data: {"x"\n\n`);
    expect(stream.chunks).toHaveLength(2);
    expect(stream.end).not.toThrow();
  });

  test.each([
    ['nothing', ''],
    ['no end', START + say('Hi')],
    ['an end that is cut off', START + END.slice(0, -1)],
  ])('fails at the end of a stream with %s', (_name, text) => {
    const stream = start();
    stream.push(text);
    expect(stream.end).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test.each([
    ['an event that is not JSON', 'data: {"type"\n\n', 'provider_error'],
    ['an event that is not an object', 'data: 7\n\n', 'provider_error'],
    ['an error without a type', 'data: {"message":"internal error"}\n\n', 'provider_error'],
    ['a fragment of no call', callDelta(0, '{'), 'provider_error'],
    ['a call without a name', callStart(0, {}), 'provider_error'],
    ['an end with an error', event('message-end', { delta: { finish_reason: 'ERROR' } }), 'provider_error'],
    ['an end with a time limit', event('message-end', { delta: { finish_reason: 'TIMEOUT' } }), 'provider_timeout'],
  ])('fails at %s', (_name, text, code) => {
    const stream = start();
    stream.push(START);
    expect(() => stream.push(text)).toThrow(expect.objectContaining({ name: 'ProviderFailure', code }));
    expect(stream.end).toThrow(ProviderFailure);
  });
});
