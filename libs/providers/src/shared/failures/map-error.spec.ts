import { describe, expect, test } from '@jest/globals';
import { toErrorEnvelope } from '@multilane/errors';
import type { ProviderFailure } from '../../provider-failure.js';
import { mapError, mapErrorInAnswer } from './map-error.js';

type Expected = Partial<Omit<ProviderFailure, 'code'>> & { code: string };

const body = (error: object) => JSON.stringify({ error });
const REJECTED = { code: 'provider_rejected_request', retryable: false };
const FAILED = { code: 'provider_error', retryable: true };
const REFUSED_CREDENTIAL = { code: 'provider_error', retryable: false };
const TOO_LONG = { code: 'context_length_exceeded', retryable: false };
const FILTERED = { ...REJECTED, publicMessage: "The provider's content filter refused the prompt." };

describe('mapError', () => {
  test.each<[string, number, string, Expected]>([
    ['a refused key', 401, body({ message: 'Incorrect API key' }), { ...REFUSED_CREDENTIAL, status: 401 }],
    ["Google's refused key, with 400", 400, body({ details: [{ reason: 'API_KEY_INVALID' }] }), REFUSED_CREDENTIAL],
    ['a refused key by code, with 400', 400, body({ code: 'invalid_api_key' }), REFUSED_CREDENTIAL],
    ["xAI's refused key, with 400", 400, '{"code":"x","error":"Incorrect API key provided: x"}', REFUSED_CREDENTIAL],
    ['a forbidden account', 403, body({ message: 'Your team has no credits.' }), REFUSED_CREDENTIAL],
    ['a forbidden country', 403, body({ code: 'unsupported_country_region_territory' }), REFUSED_CREDENTIAL],
    ["OpenRouter's moderation", 403, body({ message: 'requires moderation, your input was flagged' }), FILTERED],
    ["OpenAI's refused prompt", 400, body({ code: 'invalid_prompt' }), FILTERED],
    ["xAI's usage guidelines", 403, '{"error":"Content violates usage guidelines."}', FILTERED],
    [
      "Azure's content filter",
      400,
      body({ code: 'content_filter', param: 'prompt' }),
      { ...FILTERED, param: 'prompt' },
    ],
    ['a context length by code', 400, body({ code: 'context_length_exceeded', param: 'messages' }), TOO_LONG],
    ["llama.cpp's context size by type", 400, body({ type: 'exceed_context_size_error' }), TOO_LONG],
    ['a context length in words', 400, body({ message: 'maximum context length is 5 tokens' }), TOO_LONG],
    ['a context length in words, with 413', 413, body({ message: 'prompt is too long: 9 > 8' }), TOO_LONG],
    ['a bad parameter', 400, body({ param: 'messages[0].content' }), { ...REJECTED, param: 'messages[0].content' }],
    ['a param that is not a path', 400, body({ param: 'say "hi"' }), { ...REJECTED, param: undefined }],
    ['an unknown model', 404, body({ code: 'model_not_found' }), { ...REFUSED_CREDENTIAL, fault: 'unknown_model' }],
    ['a request too large', 413, 'Request Entity Too Large', REJECTED],
    ['an empty account', 402, body({ message: 'Insufficient Balance' }), { ...REFUSED_CREDENTIAL, fault: 'no_credit' }],
    ['a time-out of the request', 408, '', { code: 'provider_rejected_request', retryable: true }],
    ['a conflict', 409, '', { code: 'provider_rejected_request', retryable: true }],
    ['a rate limit', 429, body({ message: 'slow' }), { code: 'provider_rate_limited', retryable: true }],
    ['a failure', 500, body({ message: 'oops' }), FAILED],
    ['an overload', 503, '<html>', { ...FAILED, loading: false }],
    ["llama.cpp's loading", 503, body({ code: 503, message: 'Loading model' }), { ...FAILED, loading: true }],
    ["TGI's loading", 503, '{"error":"Model a/b is currently loading"}', { ...FAILED, loading: true }],
    ['a redirect', 302, '', { code: 'provider_error', retryable: false }],
  ])('answers %s', (_name, status, text, expected) => {
    expect(mapError(status, text, {})).toMatchObject(expected);
  });

  test('tells how long to wait, for a rate limit and for an overload', () => {
    expect(mapError(429, '', { 'retry-after': '7' }).retryAfterSeconds).toBe(7);
    expect(mapError(503, '', { 'retry-after': '8' }).retryAfterSeconds).toBe(8);
    expect(mapError(429, '', {}).retryAfterSeconds).toBeUndefined();
  });

  test("logs the provider's words without secrets and shortened", () => {
    const message = `Incorrect API key provided: sk-proj-abcdef123456. ${'x '.repeat(400)}`;
    const { detail } = mapError(401, body({ message, type: 'invalid_request_error', code: 'invalid_api_key' }), {});
    expect(detail).toMatch(/^401 invalid_api_key\/invalid_request_error Incorrect API key provided: \[secret\]/);
    expect(detail.length).toBeLessThan(400);
  });

  test.each([400, 413, 422])('does not log the message of a %i, which may quote the prompt', (status) => {
    const error = { message: 'Invalid content: my secret plan', type: 'invalid_request_error', param: 'messages.0' };
    expect(mapError(status, body(error), {}).detail).toBe(`${status} invalid_request_error param=messages.0`);
  });

  test('does not log the message of a moderation, nor what it flagged', () => {
    const metadata = { reasons: ['violence'], flagged_input: 'my secret plan' };
    const { detail } = mapError(403, body({ message: 'flagged: my secret plan', metadata }), {});
    expect(detail).toBe('403 violence');
  });

  test("never gives the caller the provider's words", () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const error = mapError(status, body({ message: 'PROVIDER WORDS', type: 'TYPE', code: 'CODE' }), {});
      expect(JSON.stringify(toErrorEnvelope(error.toGatewayError()))).not.toMatch(/PROVIDER|TYPE|CODE/);
    }
  });
});

describe('mapErrorInAnswer', () => {
  test.each<[string, unknown, Expected]>([
    ['a status in the body', { error: { code: 429 } }, { code: 'provider_rate_limited', status: 429 }],
    ['a status as text', { error: { code: '400' } }, REJECTED],
    ['a type of rate limits', { error: { type: 'rate_limit_error' } }, { code: 'provider_rate_limited' }],
    ['a type of bad requests', { error: { type: 'invalid_request_error' } }, REJECTED],
    ['a type of credentials', { error: { type: 'authentication_error' } }, REFUSED_CREDENTIAL],
    ['a type of failures', { error: { type: 'server_error' } }, FAILED],
    ['words alone', { error: 'it broke' }, { ...FAILED, status: undefined, detail: '500 it broke' }],
    ['a call the provider cancelled itself', [{ error: { code: 499, status: 'CANCELLED' } }], FAILED],
    ['something else', 'x', FAILED],
  ])('maps %s', (_name, value, expected) => {
    expect(mapErrorInAnswer(value)).toMatchObject(expected);
  });
});
