import { describe, expect, test } from '@jest/globals';
import type { DecodeFacts } from '../../adapter.js';
import { decodeResponse } from './decode-response.js';

const FACTS: DecodeFacts = { kind: 'gemini', idSeed: 's', created: 1_700_000_000, model: 'sent', includeUsage: false };
const decode = (body: unknown) => decodeResponse([body], FACTS);
const answer = (candidate: object, rest: object = {}) => ({
  candidates: [{ finishReason: 'STOP', index: 0, ...candidate }],
  modelVersion: 'gemini-2.5-pro',
  responseId: 'r',
  ...rest,
});
const parts = (...list: object[]) => ({ content: { role: 'model', parts: list } });

describe('decodeResponse', () => {
  test('names the answer as the provider does, and by the facts if it does not', () => {
    expect(decode(answer(parts({ text: 'Hi' }))).response).toMatchObject({
      id: 'r',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'gemini-2.5-pro',
    });
    const bare = { responseId: undefined, modelVersion: undefined, createTime: '2025-08-19T14:55:25.379701Z' };
    expect(decode(answer(parts({ text: 'Hi' }), bare)).response).toMatchObject({
      id: 'chatcmpl-s',
      created: 1_755_615_325,
      model: 'sent',
    });
  });

  test('joins texts, and thoughts apart from them', () => {
    const candidate = parts(
      { text: 'so ', thought: true },
      { text: 'A' },
      { text: 'on', thought: true },
      { text: 'B' },
    );
    expect(decode(answer(candidate)).response.choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: 'AB', refusal: null, reasoning_content: 'so on' },
        finish_reason: 'stop',
        logprobs: null,
      },
    ]);
  });

  test('makes ids for calls that have none, and hands signatures out', () => {
    const candidate = parts(
      { functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'S' },
      { functionCall: { id: 'own', name: 'g' } },
    );
    expect(decode(answer({ ...candidate, index: 2 })).response.choices).toEqual([
      {
        index: 2,
        message: {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [
            {
              id: 'call_s_2_0',
              type: 'function',
              function: { name: 'f', arguments: '{"x":1}' },
              extra_content: { google: { thought_signature: 'S' } },
            },
            { id: 'own', type: 'function', function: { name: 'g', arguments: '{}' } },
          ],
        },
        finish_reason: 'tool_calls',
        logprobs: null,
      },
    ]);
  });

  test.each([
    ['no parts', { content: { role: 'model' }, finishReason: 'MAX_TOKENS' }, 'length'],
    ['an empty content', { content: {}, finishReason: 'SAFETY' }, 'content_filter'],
    ['no content', { finishReason: 'OTHER' }, 'stop'],
  ])('reads a candidate with %s', (_name, candidate, finish_reason) => {
    expect(decode(answer(candidate)).response.choices).toEqual([
      { index: 0, message: { role: 'assistant', content: null, refusal: null }, finish_reason, logprobs: null },
    ]);
  });

  test('says a blocked prompt as a completion that the content filter ended', () => {
    const { response, usage } = decode({ promptFeedback: { blockReason: 'SAFETY' } });
    expect(response.choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: null, refusal: null },
        finish_reason: 'content_filter',
        logprobs: null,
      },
    ]);
    expect(usage).toBeUndefined();
    expect(response).not.toHaveProperty('usage');
  });

  test('says log probabilities as the reference does', () => {
    const logprobsResult = {
      chosenCandidates: [{ token: '4', tokenId: 1, logProbability: -0.5 }, { token: '.' }],
      topCandidates: [
        {
          candidates: [
            { token: '4', logProbability: -0.5 },
            { token: '5', logProbability: -2 },
          ],
        },
      ],
    };
    const token = (text: string, logprob: number) => ({ token: text, logprob, bytes: null });
    expect(decode(answer({ ...parts({ text: '4.' }), logprobsResult })).response.choices[0]?.logprobs).toEqual({
      content: [
        { ...token('4', -0.5), top_logprobs: [token('4', -0.5), token('5', -2)] },
        { ...token('.', 0), top_logprobs: [] },
      ],
      refusal: null,
    });
  });

  test.each([
    ['text', 'oops'],
    ['nothing', undefined],
    ['no candidates and no reason', { promptFeedback: {}, usageMetadata: { promptTokenCount: 1 } }],
    ['a candidate that is not an object', { candidates: ['Hi'] }],
    ['a call without a name', answer(parts({ functionCall: { args: {} } }))],
    ['a call that the model got wrong', answer({ finishReason: 'MALFORMED_FUNCTION_CALL' })],
    ['an error', { error: { code: 500, message: 'no', status: 'INTERNAL' } }],
    ['a list with an error', [{ error: { code: 503, status: 'UNAVAILABLE' } }]],
  ])('fails for %s inside a 200 answer', (_name, body) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('maps an error inside a 200 answer by the status it names', () => {
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '7s' }] };
    expect(() => decode({ error })).toThrow(
      expect.objectContaining({ code: 'provider_rate_limited', status: 429, retryAfterSeconds: 7 }),
    );
  });
});
