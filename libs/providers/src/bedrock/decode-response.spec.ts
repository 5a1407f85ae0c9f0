import { describe, expect, test } from '@jest/globals';
import type { DecodeFacts } from '../adapter.js';
import { decodeResponse } from './decode-response.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';

const FACTS: DecodeFacts = { kind: 'bedrock', idSeed: 's', created: 7, model: 'up', includeUsage: false };
const answer = (content: unknown) => ({ output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' });

describe('decodeResponse', () => {
  test('makes up for what the answer leaves out', () => {
    expect(decodeResponse([answer([{ toolUse: { name: 'f' } }])], FACTS)).toEqual({
      usage: undefined,
      verbatim: false,
      response: {
        id: 'chatcmpl-s',
        object: 'chat.completion',
        created: 7,
        model: 'up',
        choices: [
          {
            index: 0,
            logprobs: null,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              content: null,
              refusal: null,
              tool_calls: [{ id: 'call_s_0', type: 'function', function: { name: 'f', arguments: '{}' } }],
            },
          },
        ],
      },
    });
  });

  test('reads the text of blocks that cite their sources', () => {
    const cited = { citationsContent: { content: [{ text: 'a' }, { text: 'b' }], citations: [{ title: 'x' }] } };
    const [choice] = decodeResponse([answer([cited, { text: 'c' }])], FACTS).response.choices;
    expect(choice?.message.content).toBe('abc');
  });

  test.each([
    ['an exception', { __type: 'com.amazon.coral.service#ThrottlingException' }, 'provider_rate_limited'],
    ['no output', {}, 'provider_error'],
    ['no content', { output: { message: {} } }, 'provider_error'],
    ['a call without a name', answer([{ toolUse: { toolUseId: 'a' } }]), 'provider_error'],
    ['an answer that the model spoiled', { ...answer([]), stopReason: 'malformed_model_output' }, 'provider_error'],
    ['no object', 'x', 'provider_error'],
    ['nothing', undefined, 'provider_error'],
  ])('fails for %s', (_name, body, code) => {
    expect(() => decodeResponse([body], FACTS)).toThrow(expect.objectContaining({ name: 'ProviderFailure', code }));
  });
});

describe('mapFinishReason', () => {
  test.each([
    ['end_turn', 'stop', 'tool_calls'],
    ['stop_sequence', 'stop', 'tool_calls'],
    ['tool_use', 'stop', 'tool_calls'],
    ['max_tokens', 'length', 'length'],
    ['model_context_window_exceeded', 'length', 'length'],
    ['guardrail_intervened', 'content_filter', 'content_filter'],
    ['content_filtered', 'content_filter', 'content_filter'],
    ['refusal', 'content_filter', 'content_filter'],
    ['something_new', 'stop', 'tool_calls'],
    [undefined, 'stop', 'tool_calls'],
  ])('%s is %s, and %s where tools were called', (reason, plain, withCalls) => {
    const told: string[] = [];
    expect(mapFinishReason(reason, false, (unknown) => told.push(unknown))).toBe(plain);
    expect(mapFinishReason(reason, true)).toBe(withCalls);
    expect(told).toEqual(reason === 'something_new' ? ['something_new'] : []);
  });
});

describe('mapUsage', () => {
  test.each([
    ['nothing', undefined, undefined],
    ['no output', { inputTokens: 1 }, undefined],
    ['counts that cannot be', { inputTokens: -1, outputTokens: 1.5 }, undefined],
    [
      'reads and writes of the cache, which are part of the prompt',
      { inputTokens: 1, outputTokens: 2, totalTokens: 99, cacheReadInputTokens: 4, cacheWriteInputTokens: 8 },
      {
        prompt_tokens: 13,
        completion_tokens: 2,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 8 },
      },
    ],
    [
      'no cache where none is reported',
      { inputTokens: 1, outputTokens: 2 },
      { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    ],
  ])('%s', (_name, reported, usage) => {
    expect(mapUsage(reported)).toEqual(usage);
  });
});
