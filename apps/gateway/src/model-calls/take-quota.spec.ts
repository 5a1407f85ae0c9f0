import { describe, expect, it } from '@jest/globals';
import { DeclaredQuotas, type LimitStore, type RequestPriority } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import { type CallFacts, type CallPlan, type CallServices, ModelCall } from './model-call.js';
import { takeQuota } from './take-quota.js';

/** Counts requests alone, and never forgets them. */
function countingStore(): LimitStore {
  const counts = new Map<string, number>();
  return {
    isShared: false,
    admit: (ceilings) => {
      const full = ceilings.find(({ counter, limit }) => (counts.get(counter) ?? 0) >= limit);
      if (full === undefined) for (const { counter } of ceilings) counts.set(counter, (counts.get(counter) ?? 0) + 1);
      return full;
    },
    settle: () => undefined,
    flush: () => Promise.resolve(),
  };
}

/** Calls of a tenant whose key has given itself the highest priority. */
function callOfTenant(source: 'config' | 'workspace'): ModelCall {
  const plan = { model: { source }, target: { credentials: {} } } as unknown as CallPlan;
  const call = new ModelCall({} as CallFacts, { plan }, {} as CallServices);
  call.asker = { priorityAt: (isShared): RequestPriority => (isShared ? 'normal' : 'critical') };
  return call;
}

async function countAdmitted(source: 'config' | 'workspace'): Promise<number> {
  const rule = { rpm: 10, reserve: { priority: 'critical', percent: 50 } } as const;
  const declared = new DeclaredQuotas(rule, 'owner', countingStore());
  let admitted = 0;
  for (let call = 0; call < 20; call++) {
    try {
      await takeQuota(callOfTenant(source), declared, undefined, 0);
      admitted += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(ProviderFailure);
    }
  }
  return admitted;
}

describe('the reserve of a declared quota', () => {
  it('is not for the priorities that organizations give themselves, at a provider that they share', async () => {
    expect(await countAdmitted('config')).toBe(5);
  });

  it('is for them at a provider of their own', async () => {
    expect(await countAdmitted('workspace')).toBe(10);
  });
});
