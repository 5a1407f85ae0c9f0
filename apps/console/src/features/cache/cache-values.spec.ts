import { describe, expect, it } from '@jest/globals';
import {
  type CachePolicy,
  EMPTY_CACHE_POLICY,
  toChangedCachePolicy,
  toNewCachePolicy,
  valuesOfCachePolicy,
} from './cache-values.js';

const STORED = {
  id: 'c1',
  name: 'answers',
  workspace_id: null,
  enabled: false,
  ttl_seconds: 60,
  models: [],
  teams: ['research'],
  share_in_flight: true,
} as unknown as CachePolicy;

describe('the body of a cache policy', () => {
  it('a new name keeps everything else', () => {
    expect(toChangedCachePolicy({ ...valuesOfCachePolicy(STORED), name: ' new ' })).toEqual({
      name: 'new',
      enabled: false,
      ttl_seconds: 60,
      models: [],
      teams: ['research'],
      share_in_flight: true,
    });
  });

  it('an empty lifetime is the one of gateway.yaml, and a new policy is of the workspace unless it is wider', () => {
    const values = { ...EMPTY_CACHE_POLICY, name: 'a' };
    expect(toNewCachePolicy(values, 'w1')).toMatchObject({ ttl_seconds: null, workspace_id: 'w1' });
    expect(toNewCachePolicy({ ...values, scope: 'organization' }, 'w1')).toMatchObject({ workspace_id: null });
  });
});
