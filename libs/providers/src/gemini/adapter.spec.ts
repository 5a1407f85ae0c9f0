import { describe, expect, test } from '@jest/globals';
import type { ProviderTarget, UpstreamDraft } from '../adapter.js';
import { GEMINI } from './adapter.js';

const TARGET: ProviderTarget = {
  kind: 'gemini',
  upstreamModel: 'gemini-2.5-pro',
  baseUrl: 'https://generativelanguage.googleapis.com',
  headers: {},
};
const DRAFT: UpstreamDraft = { address: { origin: 'https://h', path: '/' }, headers: { 'x-a': '1' }, body: '{}' };

describe('gemini', () => {
  test.each([
    [{}, false, '/v1beta/models/gemini-2.5-pro:generateContent'],
    [{}, true, '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse'],
    [{ upstreamModel: 'models/gemini-2.5-pro' }, false, '/v1beta/models/gemini-2.5-pro:generateContent'],
    [{ upstreamModel: 'a/../b?c' }, false, '/v1beta/models/a%2F..%2Fb%3Fc:generateContent'],
    [{ baseUrl: 'https://h/p/?k=v' }, false, '/p/v1beta/models/gemini-2.5-pro:generateContent?k=v'],
    [{ baseUrl: 'https://h/p/?k=v' }, true, '/p/v1beta/models/gemini-2.5-pro:streamGenerateContent?k=v&alt=sse'],
  ])('addresses %j (streaming: %s) as %s', (target, streaming, path) => {
    expect(GEMINI.address({ ...TARGET, ...target }, 'chat', streaming).path).toBe(path);
  });

  test('sends the key in a header, without touching the draft', () => {
    const frozen = { ...DRAFT, headers: Object.freeze({ ...DRAFT.headers }) };
    expect(GEMINI.authorize(frozen, 'key').headers).toEqual({ 'x-a': '1', 'x-goog-api-key': 'key' });
    expect(GEMINI.authorize(DRAFT, undefined)).toEqual(DRAFT);
  });

  test.each([
    ['a refused key, which comes as 400', 400, { reason: 'API_KEY_INVALID' }, 'provider_error', false],
    ['a refused key', 403, {}, 'provider_error', false],
    ['a broken request', 400, {}, 'provider_rejected_request', false],
    ['an unknown model', 404, {}, 'provider_error', false],
    ['a limit', 429, {}, 'provider_rate_limited', true],
    ['overload', 503, {}, 'provider_error', true],
  ])('maps %s', (_name, code, detail, expected, retryable) => {
    const body = JSON.stringify({ error: { code, message: 'No', status: 'X', details: [detail] } });
    expect(GEMINI.mapError(code, body, {})).toMatchObject({ code: expected, retryable, status: code });
  });

  test('reads the wait that a limit asks for', () => {
    const error = {
      code: 429,
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }],
    };
    expect(GEMINI.mapError(429, JSON.stringify({ error }), {})).toMatchObject({ retryAfterSeconds: 35 });
    expect(GEMINI.mapError(429, JSON.stringify({ error }), { 'retry-after': '5' })).toMatchObject({
      retryAfterSeconds: 5,
    });
  });

  test('says a prompt that is too long as such', () => {
    const message = 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
    const body = JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
    expect(GEMINI.mapError(400, body, {}).code).toBe('context_length_exceeded');
  });
});
