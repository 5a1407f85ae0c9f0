import { describe, expect, it } from '@jest/globals';
import { NO_CEILINGS } from './ceiling.js';
import { findCeilings, findModelCeilings } from './find-ceilings.js';
import type { LimitedCaller, LimitPolicy } from './limit-policy.js';
import { PolicyIndex } from './policy-index.js';

const CALLER: LimitedCaller = {
  organization: 'o',
  workspaceId: 'w',
  team: { id: 't', limits: { requestsPerMinute: 0, tokensPerMinute: 0, maxParallel: 5 } },
  serviceAccountId: undefined,
  userId: 'u',
  apiKey: { id: 'k', limits: { requestsPerMinute: 0, tokensPerMinute: 0, maxParallel: 2 }, isApiKey: true },
};

const POLICY: LimitPolicy = {
  id: 'p',
  organizationId: 'o',
  scope: 'workspace',
  workspaceId: 'w',
  teamId: null,
  userId: null,
  serviceAccountId: null,
  apiKeyId: null,
  model: null,
  appliesPer: 'shared',
  requestsPerMinute: 0,
  requestsPerHour: 0,
  requestsPerDay: 0,
  tokensPerMinute: 0,
  tokensPerHour: 0,
  tokensPerDay: 0,
  maxParallel: 9,
  enabled: true,
};

function indexOf(...policies: LimitPolicy[]): PolicyIndex {
  const index = new PolicyIndex();
  for (const policy of policies) index.add(policy);
  return index;
}

describe('Limits of requests at the same time', () => {
  it('come from the team, the key and the policies, outermost first, and are none of a window', () => {
    const index = indexOf(POLICY, { ...POLICY, id: 'each', appliesPer: 'user', maxParallel: 3 });
    const { all, slots } = findCeilings(index, CALLER, ['gpt-4o']);
    expect(slots.map(({ limit, scope }) => [scope, limit])).toEqual([
      ['workspace', 9],
      ['team', 5],
      ['user', 3],
      ['api_key', 2],
    ]);
    expect(all).toEqual([]);
  });

  it('have a counter for each identity that a policy counts apart', () => {
    const index = indexOf({ ...POLICY, appliesPer: 'user' });
    const counters = ['a', 'b'].map((userId) => findCeilings(index, { ...CALLER, userId }, []).slots[1]?.counter);
    expect(new Set(counters).size).toBe(2);
  });

  it('share no counter over organizations', () => {
    const [here, there] = ['o', 'elsewhere'].map((organization) =>
      findCeilings(undefined, { ...CALLER, organization }, []),
    );
    const counters = new Set(here?.slots.map(({ counter }) => counter));
    expect(there?.slots.some(({ counter }) => counters.has(counter))).toBe(false);
  });

  it('of a model are those of the policies that name it', () => {
    const index = indexOf(POLICY, { ...POLICY, id: 'own', model: 'gpt-4o', maxParallel: 4 });
    expect(findModelCeilings(index, CALLER, 'gpt-4o').slots.map(({ limit }) => limit)).toEqual([4]);
    expect(findModelCeilings(index, CALLER, 'other')).toBe(NO_CEILINGS);
  });

  it('are none for a caller without any', () => {
    expect(findCeilings(undefined, { ...CALLER, team: undefined, apiKey: undefined }, [])).toBe(NO_CEILINGS);
  });
});
