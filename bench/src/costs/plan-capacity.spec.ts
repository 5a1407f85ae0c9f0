import { describe, expect, it } from '@jest/globals';
import {
  ASSUMPTIONS,
  type CapacityPlan,
  costOfRequest,
  countLeases,
  countLookups,
  countUses,
  type Demand,
  planCapacity,
} from './plan-capacity.js';
import { ROUND_COSTS } from './unit-costs.tools.spec.js';

const SMALL = { streamedShare: 0, eventsPerStream: 0, longShare: 0 };
const demand = (values: Partial<Demand>): Demand => ({
  requestsPerSecond: 1_000,
  activeKeys: 1,
  mix: SMALL,
  hasKeyBudgets: false,
  ...values,
});

describe('costOfRequest', () => {
  it.each([
    ['small chats', SMALL, 300],
    ['half of them streamed, with 20 events', { ...SMALL, streamedShare: 0.5, eventsPerStream: 20 }, 400],
    ['a tenth of them long', { ...SMALL, longShare: 0.1 }, 340],
  ])('%s', (_name, mix, microseconds) => {
    expect(costOfRequest(ROUND_COSTS, mix)).toBeCloseTo(microseconds);
  });
});

describe('demands of a process on the database', () => {
  it.each([
    ['one key is looked up every 15 s, however often it is used', 1_000, 1, 1 / 15],
    ['a key that is used every 15 s is looked up every other time', 1, 15, 0.5],
    ['nearly each request of keys that are rarely used', 100, 90_000, 98.4],
    ['of busy keys, at least those that do not fit into the cache', 100_000, 400_000, 75_000],
  ])('look-ups: %s', (_name, rate, keys, expected) => {
    expect(countLookups(rate, keys)).toBeCloseTo(expected, expected > 1_000 ? -1 : 1);
  });

  it.each([
    ['one key is noted once in 10 s', 1_000, 1, 0.1],
    ['rarely used keys are noted for each request', 100, 1_000_000, 99.95],
  ])('uses: %s', (_name, rate, keys, expected) => {
    expect(countUses(rate, keys)).toBeCloseTo(expected, 2);
  });

  it.each([
    ['budgets in use are renewed every 4 s', 1_000, 40, 10],
    ['budgets that are rarely used are leased and returned', 1_000, 1_000_000, 2_000],
  ])('leases: %s', (_name, rate, keys, expected) => {
    expect(countLeases(rate, keys)).toBe(expected);
  });
});

describe('planCapacity', () => {
  const none = { ...ASSUMPTIONS, headroom: 0 };
  const cases: [string, Partial<Demand>, Partial<typeof ASSUMPTIONS>, Partial<CapacityPlan>][] = [
    ['one gateway for little', {}, {}, { gateways: 1, redisServers: 1, deployments: 1 }],
    // 3.0 cores of requests, of which each gateway has 0.6 and spends 0.01 on itself.
    ['gateways with the headroom', { requestsPerSecond: 10_000 }, {}, { gateways: 6, redisServers: 2 }],
    ['fewer without it', { requestsPerSecond: 10_000 }, none, { gateways: 4, redisServers: 1 }],
    ['the number that there is', {}, { gateways: 7 }, { gateways: 7, connections: 70 }],
    ['at least so many that their writers keep up', { requestsPerSecond: 100_000 }, none, { gateways: 31 }],
    ['a deployment for each PostgreSQL', { requestsPerSecond: 100_000 }, {}, { deployments: 6 }],
  ];
  it.each(cases)('needs %s', (_name, values, assumptions, expected) => {
    expect(planCapacity(ROUND_COSTS, demand(values), { ...ASSUMPTIONS, ...assumptions })).toMatchObject(expected);
  });

  it('counts bytes, rows and disk by the request', () => {
    const plan = planCapacity(ROUND_COSTS, demand({}));
    expect(plan).toMatchObject({ auditRowsPerSecond: 1_000, walMegabytesPerSecond: 4, redisMegabytesPerSecond: 2 });
    expect(plan.statementsPerSecond).toBeCloseTo(100);
    // 86.4 million records of 1,000 bytes.
    expect(plan.diskGigabytesPerDay).toBeCloseTo(86.4);
    expect(plan.diskGigabytes).toBeCloseTo(7_776);
    // One gateway has all thousand, of 1,000 bytes each.
    expect(plan.spoolMinutes).toBeCloseTo(17.9, 1);
  });

  it('asks more of everything for many keys with budgets than for few', () => {
    const few = planCapacity(ROUND_COSTS, demand({ activeKeys: 100, hasKeyBudgets: true }));
    const many = planCapacity(ROUND_COSTS, demand({ activeKeys: 1_000_000, hasKeyBudgets: true }));
    for (const name of ['lookupsPerSecond', 'usesPerSecond', 'leasesPerSecond', 'postgresCores'] as const) {
      expect([name, many[name] > few[name]]).toEqual([name, true]);
    }
    expect(many.redisMegabytes).toBe(400);
  });

  it('grows with the rate, and never asks for less', () => {
    let last = planCapacity(ROUND_COSTS, demand({ requestsPerSecond: 1, activeKeys: 1_000, hasKeyBudgets: true }));
    for (const requestsPerSecond of [10, 100, 1_000, 10_000, 100_000]) {
      const plan = planCapacity(ROUND_COSTS, demand({ requestsPerSecond, activeKeys: 1_000, hasKeyBudgets: true }));
      for (const name of ['gateways', 'redisServers', 'deployments', 'postgresCores', 'lookupsPerSecond'] as const) {
        expect([name, plan[name] >= last[name]]).toEqual([name, true]);
      }
      last = plan;
    }
  });
});
