import { describe, expect, it } from '@jest/globals';
import { findCeilings } from './find-ceilings.js';
import type { LimitedCaller, LimitPolicy } from './limit-policy.js';
import { PolicyIndex } from './policy-index.js';
import { BLANK, NOBODY } from './rate-limits.tools.spec.js';

const policy = (values: Partial<LimitPolicy>): LimitPolicy => ({
  ...BLANK,
  id: 'p',
  organizationId: 'o',
  requestsPerMinute: 1,
  ...values,
});

const CALLER: LimitedCaller = {
  ...NOBODY,
  organization: 'o',
  workspaceId: 'w',
  team: { id: 't', limits: undefined },
  userId: 'u',
  apiKey: { id: 'k', limits: undefined, isApiKey: true },
};

function idsOf(policies: readonly Partial<LimitPolicy>[], caller = CALLER, ...models: string[]): string[] {
  const index = new PolicyIndex();
  for (const [position, values] of policies.entries()) index.add(policy({ id: String(position), ...values }));
  return index
    .match(caller, models.length === 0 ? ['m'] : models)
    .map(({ id }) => id)
    .sort();
}

describe('the policies that a request meets', () => {
  it('are those of its organization and its workspace that name nobody or the caller, any model or its own', () => {
    const inWorkspace = { scope: 'workspace', workspaceId: 'w' } as const;
    const found = idsOf([
      {},
      { teamId: 't', model: 'm' },
      { ...inWorkspace, userId: 'u' },
      { ...inWorkspace, apiKeyId: 'k', model: 'm' },
      { organizationId: 'other' },
      { ...inWorkspace, organizationId: 'other' },
      { scope: 'workspace', workspaceId: 'v' },
      { scope: 'workspace', workspaceId: null },
      { teamId: 'other' },
      { userId: 't' },
      { model: 'other' },
      { enabled: false },
    ]);
    expect(found).toEqual(['0', '1', '2', '3']);
  });

  it('are those of a virtual model and those of the target it leads to, and every other one once', () => {
    const policies = [{}, { model: 'target' }, { model: 'virtual', userId: 'u' }, { model: 'other' }];
    expect(idsOf(policies, CALLER, 'target', 'virtual')).toEqual(['0', '1', '2']);
  });

  it('are of no model where the request names none', () => {
    const index = new PolicyIndex();
    for (const values of [{ id: '0' }, { id: '1', model: 'm' }]) index.add(policy(values));
    expect(index.match(CALLER, []).map(({ id }) => id)).toEqual(['0']);
  });

  it('are found in the same time among ten and among ten thousand', () => {
    const few = new PolicyIndex();
    const many = new PolicyIndex();
    for (let n = 0; n < 10_000; n++) {
      const scope = { scope: 'workspace', workspaceId: n % 3 === 0 ? 'w' : `w${n % 50}` } as const;
      many.add(policy({ id: String(n), ...scope, userId: `u${n}`, model: n % 2 === 0 ? `m${n}` : null }));
    }
    for (const index of [few, many]) for (let n = 0; n < 10; n++) index.add(policy({ id: `own-${n}`, teamId: 't' }));
    const time = (index: PolicyIndex): number => {
      const times = Array.from({ length: 15 }, () => {
        const began = performance.now();
        for (let n = 0; n < 2_000; n++) findCeilings(index, CALLER, ['m']);
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    time(few);
    expect(time(many)).toBeLessThan(3 * time(few));
  });
});

describe('the counters of a request', () => {
  const countersOf = (caller: LimitedCaller, values: Partial<LimitPolicy>): string[] => {
    const index = new PolicyIndex();
    index.add(policy(values));
    return findCeilings(index, caller, ['m']).all.map(({ counter }) => counter);
  };

  it('have one hash tag an organization, whatever its name', () => {
    for (const organization of ['o', '}', '{x}', 'Größe 7']) {
      const caller = {
        ...CALLER,
        organization,
        team: { id: 't', limits: { requestsPerMinute: 1, tokensPerMinute: 1 } },
      };
      const tags = countersOf(caller, { organizationId: organization }).map((name) => /\{([^}]*)\}/.exec(name)?.[1]);
      expect(tags).toEqual(Array.from({ length: 3 }, () => encodeURIComponent(organization)));
    }
  });

  it('are apart for each window, each unit, and each who is counted', () => {
    const all = { requestsPerMinute: 1, requestsPerHour: 1, requestsPerDay: 1 };
    const tokens = { tokensPerMinute: 1, tokensPerHour: 1, tokensPerDay: 1 };
    const counters = [
      ...countersOf(CALLER, { ...all, ...tokens }),
      ...countersOf(CALLER, { ...all, ...tokens, appliesPer: 'team' }),
      ...countersOf(CALLER, { ...all, ...tokens, appliesPer: 'user' }),
      ...countersOf(CALLER, { ...all, ...tokens, id: 'q' }),
    ];
    expect(counters).toHaveLength(24);
    expect(new Set(counters).size).toBe(24);
  });

  it('do not name the limit, so that a changed one continues with what was counted', () => {
    expect(countersOf(CALLER, { requestsPerMinute: 5 })).toEqual(countersOf(CALLER, { requestsPerMinute: 7 }));
  });
});
