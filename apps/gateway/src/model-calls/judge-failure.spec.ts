import { describe, expect, it } from '@jest/globals';
import type { FailureReason } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import { isOperatorsTrouble, isTargetsFault, isWorthAnother } from './judge-failure.js';

const answered = (status: number) =>
  new ProviderFailure(status >= 500 ? 'provider_error' : 'provider_rejected_request', { status });
const slow = new ProviderFailure('provider_timeout');
const cut = new ProviderFailure('provider_error', { connection: true });
const unconnected = new ProviderFailure('provider_timeout', { connection: true });
const unreadable = new ProviderFailure('provider_error', { detail: 'the answer is not JSON' });
const limitedInside = new ProviderFailure('provider_rate_limited');
const refusedKey = (status: number) =>
  new ProviderFailure('provider_error', { status, retryable: false, fault: 'refused_credential' });
const withoutCredit = new ProviderFailure('provider_error', { status: 400, retryable: false, fault: 'no_credit' });
const unknownModel = new ProviderFailure('provider_error', { status: 404, retryable: false, fault: 'unknown_model' });
const malformed = new ProviderFailure('provider_error', { status: 400, fault: 'malformed_output' });
const overTier = new ProviderFailure('provider_error', { status: 413, fault: 'over_tier' });
const overloaded = new ProviderFailure('provider_error', { status: 529, fault: 'overloaded' });
const filtered = new ProviderFailure('provider_rejected_request', {
  status: 403,
  fault: 'refused_content',
  publicMessage: 'The filter refused.',
});
const tooLong = new ProviderFailure('context_length_exceeded', { status: 400 });

describe('docs/contract/routing.md#failover: a refusal of the operator, and not of the request', () => {
  it.each([
    [refusedKey(401), true],
    [refusedKey(403), true],
    [refusedKey(400), true],
    [answered(404), true],
    [answered(400), false],
    [answered(422), false],
    [withoutCredit, true],
    [unknownModel, true],
    [malformed, false],
    [filtered, false],
    [answered(500), false],
    [cut, false],
  ] as const)('%o', (failure, expected) => {
    expect(isOperatorsTrouble(failure)).toBe(expected);
  });
});

describe('docs/contract/routing.md#retries: which failures retry.on means', () => {
  it.each([
    ['a status that is named', answered(503), [503], true],
    ['a status that is not', answered(503), [502], false],
    ['a status of a provider’s own, as the common one', answered(524), [502], true],
    ['an overload, as 503', answered(529), [503], true],
    ['an overload is no 502', answered(529), [502], false],
    ['a time limit', slow, ['timeout'], true],
    ['a time limit is no connection', slow, ['connect'], false],
    ['a connection that broke', cut, ['connect'], true],
    ['a connection that broke is no time limit', cut, ['timeout', 502], false],
    ['a connection that was not made in time is both', unconnected, ['connect'], true],
    ['… and the other', unconnected, ['timeout'], true],
    ['an answer that cannot be read, as 502', unreadable, [502], true],
    ['a limit inside an answer, as 429', limitedInside, [429], true],
    ['a prompt that is too long', tooLong, [429, 500, 502, 503, 504, 'timeout', 'connect'], false],
    ['a refusal that is named all the same', answered(401), [401], true],
    ['a credential that is refused', refusedKey(401), [401, 403, 404], true],
    ['a credential that may not do this', refusedKey(403), [401, 403, 404], true],
    ['a credential that is refused with 400', refusedKey(400), [401, 403, 404], true],
    ['a model that the provider does not know', answered(404), [401, 403, 404], true],
    ['an account without credit', withoutCredit, [401, 403, 404], true],
    ['a model that the provider does not serve', unknownModel, [401, 403, 404], true],
    ['a call that the model wrote wrongly, as 502', malformed, [502], true],
    ['… and not as the 400 that it came with', malformed, [503], false],
    ['a request larger than the tier, as 429', overTier, [429], true],
    ['an overload with a status of its own, as 503', overloaded, [503], true],
    ['content that is refused with 403', filtered, [401, 403, 404], false],
  ] as const)('%s', (_case, failure, on, expected) => {
    expect(isWorthAnother(failure, new Set<FailureReason>(on))).toBe(expected);
  });

  it.each([
    [answered(500), true],
    [answered(408), true],
    [slow, true],
    [cut, true],
    [limitedInside, true],
    [withoutCredit, true],
    [unknownModel, false],
    [malformed, false],
    [answered(422), false],
    [tooLong, false],
  ] as const)('failures that count against a target: %o', (failure, expected) => {
    expect(isTargetsFault(failure)).toBe(expected);
  });
});
