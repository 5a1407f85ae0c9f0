import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, Usage } from '@multilane/contracts';
import type { DecodeFacts } from '../../adapter.js';
import { MessageStreamTranslator } from './translate-stream.js';

const FACTS: DecodeFacts = { kind: 'anthropic', idSeed: 's', created: 7, model: 'up', includeUsage: false };
const START = { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } };
const ENDING = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
const STOP = { type: 'message_stop' };
const open = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, said: object) => ({ type: 'content_block_delta', index, delta: said });
const close = (index: number) => ({ type: 'content_block_stop', index });

function translate(...events: (object | string)[]): { chunks: ChatChunk[]; usage: Usage | undefined } {
  const translator = new MessageStreamTranslator(FACTS);
  const chunks: ChatChunk[] = [];
  const lines = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  const emit = (chunk: ChatChunk | undefined): void => {
    if (chunk !== undefined) chunks.push(chunk);
  };
  translator.push(Buffer.from(lines.join('')), emit);
  translator.end(emit);
  return { chunks, usage: translator.usage() };
}

function deltasOf(...events: object[]): unknown[] {
  const { chunks } = translate(START, ...events, STOP);
  return chunks.flatMap(({ choices }) => choices.map((choice) => choice.delta)).slice(1, -1);
}

describe('MessageStreamTranslator', () => {
  test('makes up for an id and a model that are missing, and says the usage unasked', () => {
    const base = { id: 'chatcmpl-s', object: 'chat.completion.chunk', created: 7, model: 'up' };
    const choice = { index: 0, logprobs: null, finish_reason: null };
    expect(translate({ type: 'ping' }, START, ENDING, STOP, START).chunks).toEqual([
      { ...base, choices: [{ ...choice, delta: { role: 'assistant', content: '', refusal: null } }] },
      { ...base, choices: [{ ...choice, delta: {}, finish_reason: 'stop' }] },
      { ...base, choices: [], usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } },
    ]);
  });

  test('has no usage where the provider reported none', () => {
    const { chunks, usage } = translate({ type: 'message_start', message: {} }, ENDING, STOP);
    expect(usage).toBeUndefined();
    expect(chunks).toHaveLength(2);
  });

  test('takes the last count that was reported of each member', () => {
    const usage = { output_tokens: 9, input_tokens: null, cache_read_input_tokens: 2 };
    expect(translate(START, { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }, STOP).usage).toEqual({
      prompt_tokens: 7,
      completion_tokens: 9,
      total_tokens: 16,
      prompt_tokens_details: { cached_tokens: 2 },
    });
  });

  test('a stream that said how it ended is whole without its last event', () => {
    expect(translate(START, open(0, { type: 'text', text: 'Fog' }), ENDING)).toEqual(
      translate(START, open(0, { type: 'text', text: 'Fog' }), ENDING, STOP),
    );
  });

  test('fails for a stream that ends after a block and before its ending', () => {
    const text = [open(0, { type: 'text', text: 'Fog' }), close(0)];
    expect(() => translate(START, ...text)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('fails for a stream with neither a block nor an ending', () => {
    expect(() => translate(START, STOP)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('gives the last call of an answer that was cut short no arguments, and the others an empty object', () => {
    const call = (index: number) => [
      open(index, { type: 'tool_use', id: `c${index}`, name: 'f', input: {} }),
      close(index),
    ];
    const argumentsOf = (reason: string) =>
      translate(
        START,
        ...call(0),
        ...call(1),
        { type: 'message_delta', delta: { stop_reason: reason } },
        STOP,
      ).chunks.flatMap(
        ({ choices }) =>
          choices[0]?.delta.tool_calls?.map(({ index, function: called }) => [index, called?.arguments]) ?? [],
      );
    expect(argumentsOf('tool_use')).toEqual([
      [0, ''],
      [1, ''],
      [0, '{}'],
      [1, '{}'],
    ]);
    expect(argumentsOf('max_tokens')).toEqual([
      [0, ''],
      [1, ''],
      [0, '{}'],
    ]);
  });

  test('says the input that a call began with where no fragments follow', () => {
    const block = { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } };
    expect(deltasOf(open(0, block), close(0))).toEqual([
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] },
    ]);
  });

  test('numbers calls by themselves, also when their blocks are open at once', () => {
    const block = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
    const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
    const calls = deltasOf(
      open(3, block('a')),
      open(5, block('b')),
      delta(5, json('{}')),
      delta(3, json('[')),
      delta(3, json(']')),
      close(3),
      close(5),
    );
    expect(calls).toMatchObject([
      { tool_calls: [{ index: 0, id: 'a' }] },
      { tool_calls: [{ index: 1, id: 'b' }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '[' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ']' } }] },
    ]);
  });

  test('keeps thinking whose text was left out, and drops what bears no signature', () => {
    const thinking = { type: 'thinking', thinking: '', signature: '' };
    const signed = delta(0, { type: 'signature_delta', signature: 's' });
    expect(deltasOf(open(0, thinking), signed, close(0), open(1, thinking), close(1))).toEqual([
      {
        reasoning_details: [
          { type: 'reasoning.text', text: '', signature: 's', format: 'anthropic-claude-v1', index: 0 },
        ],
      },
    ]);
  });

  test('passes over blocks, deltas and events that it does not know', () => {
    const unknown = [
      open(0, { type: 'something_new', text: 'x' }),
      delta(0, { type: 'text_delta', text: 'x' }),
      close(0),
      open(1, { type: 'text', text: '' }),
      delta(1, { type: 'citations_delta', citation: {} }),
      delta(9, { type: 'text_delta', text: 'x' }),
      { type: 'something_new' },
    ];
    expect(deltasOf(...unknown)).toEqual([]);
  });

  test.each([
    ['an error', [START, { type: 'error', error: { type: 'overloaded_error' } }], 'provider_error'],
    ['an error before the start', [{ type: 'error', error: { type: 'rate_limit_error' } }], 'provider_rate_limited'],
    ['a stream without a stop', [START], 'provider_error'],
    ['an empty stream', [], 'provider_error'],
    ['a delta before the start', [delta(0, {}), START, STOP], 'provider_error'],
    ['a start without a message', [{ type: 'message_start' }], 'provider_error'],
    ['a block without its content', [START, { type: 'content_block_start', index: 0 }], 'provider_error'],
    ['a call without a name', [START, open(0, { type: 'tool_use', id: 'a' })], 'provider_error'],
    ['text that is not JSON', [START, '{"type":'], 'provider_error'],
    ['JSON that is no object', [START, '[]'], 'provider_error'],
  ])('fails for %s', (_name, events, code) => {
    expect(() => translate(...events)).toThrow(expect.objectContaining({ name: 'ProviderFailure', code }));
  });
});
