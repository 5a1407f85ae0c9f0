import { describe, expect, it } from '@jest/globals';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import { useCompatibleStatus } from './use-compatible-status.js';

const headers = { 'retry-after': '7' };

describe('compatibility.provider_rate_limited_status (docs/contract/errors.md#provider-rate-limits)', () => {
  it('answers a provider’s own 429 with 429, its headers and its field as they were', () => {
    const error = new GatewayError('provider_rate_limited', { headers, param: 'model' });
    const answered = useCompatibleStatus(error, { rateLimitedStatus: 429 });
    expect(answered).toMatchObject({ status: 429, code: 'provider_rate_limited', headers, param: 'model' });
    expect(toErrorEnvelope(answered).error).toMatchObject({ type: 'rate_limit_error', code: 'provider_rate_limited' });
  });

  it('leaves it at 400 by default, and every other error as it is', () => {
    const limited = new GatewayError('provider_rate_limited', { headers });
    expect(useCompatibleStatus(limited, { rateLimitedStatus: 400 })).toBe(limited);
    expect(limited.status).toBe(400);
    for (const code of ['provider_error', 'invalid_value', 'budget_exhausted'] as const) {
      const error = new GatewayError(code);
      expect(useCompatibleStatus(error, { rateLimitedStatus: 429 })).toBe(error);
      expect(toErrorEnvelope(useCompatibleStatus(error, { rateLimitedStatus: 429 }))).toEqual(toErrorEnvelope(error));
    }
  });
});
