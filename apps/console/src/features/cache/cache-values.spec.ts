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
  mode: 'exact',
  semantic: null,
  removed_requests: null,
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
      mode: 'exact',
      semantic: null,
      removed_requests: null,
    });
  });

  it('settings of the mode that the form does not show stay as they are', () => {
    const semantic = {
      embedding_model: 'e',
      threshold: 0.9,
      turns: 2,
      shared_by: 'team',
      timeout_ms: 300,
      include: ['media'],
    };
    const stored = { ...STORED, mode: 'semantic', semantic } as unknown as CachePolicy;
    const changed = toChangedCachePolicy({ ...valuesOfCachePolicy(stored), threshold: 0.8 }, stored);
    expect(changed.semantic).toEqual({ ...semantic, threshold: 0.8 });
    expect(toChangedCachePolicy({ ...valuesOfCachePolicy(stored), mode: 'exact' }, stored).semantic).toBeNull();
    const emptied = {
      ...EMPTY_CACHE_POLICY,
      name: 'a',
      mode: 'semantic' as const,
      embedding_model: ' ',
      threshold: '' as const,
    };
    expect(toNewCachePolicy(emptied, 'w1').semantic).toEqual({
      embedding_model: 'builtin',
      shared_by: 'caller',
      turns: 1,
    });
  });

  it('an empty lifetime is the one of gateway.yaml, and a new policy is of the workspace unless it is wider', () => {
    const values = { ...EMPTY_CACHE_POLICY, name: 'a' };
    expect(toNewCachePolicy(values, 'w1')).toMatchObject({ ttl_seconds: null, workspace_id: 'w1' });
    expect(toNewCachePolicy({ ...values, scope: 'organization' }, 'w1')).toMatchObject({ workspace_id: null });
  });
});
