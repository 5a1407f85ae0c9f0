import { describe, expect, it } from '@jest/globals';
import {
  countersFor,
  EMPTY_RATE_LIMIT,
  hasCeiling,
  type RateLimit,
  subjectsFor,
  toChangedRateLimit,
  toNewRateLimit,
  valuesOfRateLimit,
} from './rate-limit-values.js';

const LIMIT: RateLimit = {
  id: 'l',
  object: 'rate_limit_policy',
  name: 'for the team',
  scope: 'workspace',
  workspace_id: 'w',
  team_id: 't',
  user_id: null,
  service_account_id: null,
  api_key_id: null,
  model: 'gpt-4o',
  applies_per: 'user',
  requests_per_minute: 10,
  requests_per_hour: 0,
  requests_per_day: 0,
  tokens_per_minute: 0,
  tokens_per_hour: 0,
  tokens_per_day: 5000,
  max_parallel: 0,
  queue: null,
  enabled: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('values of rate limits', () => {
  it('a rename sends all seven limits, so that none is lost', () => {
    expect(toChangedRateLimit({ ...valuesOfRateLimit(LIMIT), name: 'renamed' })).toEqual({
      name: 'renamed',
      enabled: true,
      requests_per_minute: 10,
      requests_per_hour: 0,
      requests_per_day: 0,
      tokens_per_minute: 0,
      tokens_per_hour: 0,
      tokens_per_day: 5000,
      max_parallel: 0,
      queue: null,
    });
  });

  it('a rename keeps the queue', () => {
    const queue = { max_wait_ms: 50, max_length: 7 };
    expect(toChangedRateLimit(valuesOfRateLimit({ ...LIMIT, max_parallel: 2, queue }))).toMatchObject({ queue });
  });

  it('the identity is sent in the field of its kind', () => {
    expect(toNewRateLimit({ ...EMPTY_RATE_LIMIT, subject: 'service_account', identity: 'a' }, 'w')).toMatchObject({
      service_account_id: 'a',
      workspace_id: 'w',
    });
    expect(valuesOfRateLimit(LIMIT)).toMatchObject({ subject: 'team', identity: 't' });
  });

  it('a policy of the organization names no workspace, no key and no virtual account', () => {
    expect(toNewRateLimit({ ...EMPTY_RATE_LIMIT, scope: 'organization' }, 'w')).not.toHaveProperty('workspace_id');
    expect(subjectsFor('organization')).toEqual(['everybody', 'team', 'user']);
  });

  it('only counters that split something are offered', () => {
    expect(countersFor('api_key')).toEqual(['shared']);
    expect(countersFor('team')).toEqual(['shared', 'user', 'api_key']);
  });

  it('a policy without a limit limits nothing', () => {
    expect([hasCeiling(EMPTY_RATE_LIMIT), hasCeiling({ ...EMPTY_RATE_LIMIT, tokens_per_day: 1 })]).toEqual([
      false,
      true,
    ]);
  });
});
