import { describe, expect, test } from '@jest/globals';
import { findFailure, mapError } from './map-error.js';

const body = (message: string) => JSON.stringify({ id: 'i', message });
const REJECTED = { code: 'provider_rejected_request', retryable: false };
const FILTERED = { ...REJECTED, publicMessage: "The provider's content filter refused the prompt." };

describe('mapError', () => {
  // The sentences are the provider's own examples (docs.cohere.com/reference/errors).
  test.each<[string, number, string, object]>([
    ['a bad key', 401, 'invalid api token', { code: 'provider_error', retryable: false }],
    ['a bad parameter', 400, 'invalid request: temperature must be between 0 and 1.0 inclusive.', REJECTED],
    [
      'a prompt that is too long',
      400,
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
      { code: 'context_length_exceeded', retryable: false },
    ],
    [
      'a limit of the answer that is too high',
      400,
      'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model',
      REJECTED,
    ],
    ['an unpaid account', 402, 'Please add or update your payment method', { fault: 'no_credit' }],
    ['an unknown model', 404, "model 'xyz' not found", { code: 'provider_error', fault: 'unknown_model' }],
    ['a rate limit', 429, 'Please wait and try again later', { code: 'provider_rate_limited', retryable: true }],
    ['a deny-listed token', 498, 'blocked', FILTERED],
    ['a request the provider cancelled', 499, 'request cancelled', { code: 'provider_error', retryable: true }],
    ['a failure', 500, 'internal server error', { code: 'provider_error', retryable: true }],
    ['an overload', 503, 'unavailable', { code: 'provider_error', retryable: true }],
  ])('answers %s', (_name, status, message, expected) => {
    expect(mapError(status, body(message), {})).toMatchObject({ status, ...expected });
  });

  test.each([400, 498])('keeps the words of a %i, which may quote the prompt, out of the log', (status) => {
    expect(mapError(status, body('my secret plan'), {}).detail).not.toContain('secret');
  });
});

describe('findFailure', () => {
  test.each<[Record<string, unknown>, object]>([
    [
      { finish_reason: 'ERROR', error: 'invalid tool generation', error_type: 'INVALID_TOOL_GENERATION' },
      { code: 'provider_error', detail: '500 INVALID_TOOL_GENERATION invalid tool generation' },
    ],
    [{ finish_reason: 'ERROR' }, { code: 'provider_error', detail: '500 ERROR' }],
    [{ finish_reason: 'COMPLETE', error: 'broken' }, { code: 'provider_error' }],
    [{ finish_reason: 'TIMEOUT' }, { code: 'provider_timeout' }],
  ])('%j is a failure', (ending, failure) => {
    expect(findFailure(ending)).toMatchObject(failure);
  });

  test.each<[Record<string, unknown>]>([
    [{}],
    [{ finish_reason: 'COMPLETE' }],
    [{ finish_reason: 'MAX_TOKENS', error: '' }],
  ])('%j is none', (ending) => {
    expect(findFailure(ending)).toBeUndefined();
  });
});
