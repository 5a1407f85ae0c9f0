import { describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import fc from 'fast-check';
import { REQUEST_PRIORITIES, type RequestPriority, rankOf } from '../../limits/slot-queue.js';
import { MemoryLimitStore } from '../../stores/memory-limit-store.js';
import { RedisLimitStore } from '../../stores/redis-limit-store.js';
import { useTestLink } from '../../stores/test-link.tools.spec.js';
import { DeclaredQuotas, type QuotaRule, type QuotaUse } from './declared-quotas.js';

const REPLICAS = 3;
const WINDOW_SECONDS = 60;

interface Asked {
  readonly replica: number;
  readonly tokens: number;
  readonly answerTokens: number;
  readonly priority: RequestPriority;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  replica: fc.nat(REPLICAS - 1),
  tokens: fc.nat(40),
  answerTokens: fc.nat(40),
  priority: fc.constantFrom(...REQUEST_PRIORITIES),
});

const rules: fc.Arbitrary<QuotaRule> = fc.record(
  {
    rpm: fc.integer({ min: 2, max: 30 }),
    tpm: fc.integer({ min: 50, max: 800 }),
    reserve: fc.record({
      priority: fc.constantFrom('high' as const, 'critical' as const),
      percent: fc.integer({ min: 10, max: 60 }),
    }),
  },
  { requiredKeys: ['rpm', 'tpm'] },
);

let owners = 0;

const isUse = (taken: QuotaUse | string): taken is QuotaUse => typeof taken !== 'string';

/** What one rule lets through of requests that come to replicas at the same time, in rounds. */
async function admit(
  quotas: readonly DeclaredQuotas[],
  rounds: readonly (readonly Asked[])[],
  now: number,
): Promise<Asked[]> {
  const admitted: Asked[] = [];
  for (const round of rounds) {
    const taken = await Promise.all(
      round.map(async (each) => quotas[each.replica % quotas.length]?.take(0, each.tokens, () => each.priority, now)),
    );
    for (const [index, use] of taken.entries())
      if (use !== undefined && isUse(use)) admitted.push(round[index] as Asked);
  }
  return admitted;
}

const isReserved = ({ reserve }: QuotaRule, { priority }: Asked): boolean =>
  reserve === undefined || rankOf(priority) >= rankOf(reserve.priority);

// docs/contract/routing.md#declared-quotas
(hasRedis() ? describe : describe.skip)('the declared limits of a credential over three replicas', () => {
  const test = useTestLink();

  function replicas(rule: QuotaRule, seconds: () => number): DeclaredQuotas[] {
    const owner = `quota-${process.pid}-${++owners}`;
    return Array.from(
      { length: REPLICAS },
      () => new DeclaredQuotas(rule, owner, new RedisLimitStore({ link: test.link, clock: seconds })),
    );
  }

  it('are never exceeded together in a window, one replica dies or not, and the reserve stays free for its class', async () => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(fc.array(asked, { maxLength: 12 }), { maxLength: 8 }),
        fc.nat(8),
        async (rule, rounds, dies) => {
          const start = 1_000_000 * WINDOW_SECONDS;
          const all = replicas(rule, () => start);
          // The last one is killed in the middle: what it counted stays counted.
          const admitted = [
            ...(await admit(all, rounds.slice(0, dies), start * 1000)),
            ...(await admit(all.slice(0, 2), rounds.slice(dies), start * 1000)),
          ];
          const { rpm = 0, tpm = 0, reserve } = rule;
          expect(admitted.length).toBeLessThanOrEqual(rpm);
          expect(admitted.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(tpm);
          const others = admitted.filter((each) => !isReserved(rule, each));
          const share = 1 - (reserve?.percent ?? 0) / 100;
          expect(others.length).toBeLessThanOrEqual(Math.max(1, rpm * share));
          expect(others.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(Math.max(1, tpm * share));
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  it('leave the reserve to its class after the others have used all that is theirs', async () => {
    const rule: QuotaRule = { rpm: 20, reserve: { priority: 'critical', percent: 25 } };
    const seconds = 2_000_000 * WINDOW_SECONDS;
    const all = replicas(rule, () => seconds);
    const requests = (priority: RequestPriority): Asked[] =>
      Array.from({ length: 40 }, (_, replica) => ({
        replica: replica % REPLICAS,
        tokens: 0,
        answerTokens: 0,
        priority,
      }));
    expect(await admit(all, [requests('high')], 0)).toHaveLength(15);
    expect(await admit(all, [requests('critical')], 0)).toHaveLength(5);
    expect(await admit(all, [requests('critical')], 0)).toHaveLength(0);
  });

  it('have room again in the next minutes, and count what answers used', async () => {
    let seconds = 3_000_000 * WINDOW_SECONDS;
    const [one, other] = replicas({ tpm: 100 }, () => seconds);
    const use = await one?.take(0, 10, () => 'normal', 0);
    expect(use !== undefined && isUse(use)).toBe(true);
    (use as QuotaUse).settle(95);
    expect(await other?.take(0, 10, () => 'normal', 0)).toBe('tokens');
    seconds += 2 * WINDOW_SECONDS;
    expect(isUse((await other?.take(0, 10, () => 'normal', 0)) as QuotaUse)).toBe(true);
  });
});

describe('the declared limits of a credential in one process', () => {
  it('are of each credential by itself, and return what a rejected call was charged with', () => {
    const quotas = new DeclaredQuotas({ rpm: 5, tpm: 100 }, 'alone', new MemoryLimitStore());
    const take = (place: number, tokens: number) => quotas.take(place, tokens, () => 'normal', 0);
    const first = take(0, 90) as QuotaUse;
    expect(take(0, 20)).toBe('tokens');
    expect(isUse(take(1, 20) as QuotaUse)).toBe(true);
    first.settle(0);
    for (let call = 0; call < 4; call++) expect(isUse(take(0, 1) as QuotaUse)).toBe(true);
    expect(take(0, 1)).toBe('requests');
  });
});
