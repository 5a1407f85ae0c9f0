import { describe, expect, it } from '@jest/globals';
import { findIncident } from './outcomes.js';
import { RUNAWAY_KEY } from './plan-requests.js';
import { planned } from './planned-example.js';
import { TEAMS } from './teams.js';

const NOW = Date.parse('2026-11-30T09:30:00Z');

describe('the planned requests of the seed', () => {
  it('are as many as are asked for, of the days before now, each with an id of its own', () => {
    const { records } = planned({ count: 3_000, now: NOW });
    expect(records).toHaveLength(3_000);
    expect(new Set(records.map(({ id }) => id)).size).toBe(3_000);
    const times = records.map(({ time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(NOW - 60 * 86_400_000);
    expect(times.at(-1)).toBeLessThanOrEqual(NOW);
    expect(new Set(records.map(({ team }) => team)).size).toBe(TEAMS.length);
  });

  it('are the same for the same seed, and others for another', () => {
    const [first, second, other] = [1, 1, 2].map((seed) =>
      JSON.stringify(planned({ count: 300, now: NOW, seed }).records),
    );
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  it('follow the day and the week: offices ask little at night and on Sundays', () => {
    const { records } = planned({ count: 20_000, now: NOW });
    const office = new Set(TEAMS.filter(({ rhythm }) => rhythm === 'office').map(({ name }) => name));
    const asked = records.filter(({ team }) => office.has(team ?? ''));
    const count = (isMeant: (time: Date) => boolean): number =>
      asked.filter(({ time }) => isMeant(new Date(time))).length;
    expect(count((time) => time.getUTCHours() === 9)).toBeGreaterThan(5 * count((time) => time.getUTCHours() === 3));
    expect(count((time) => time.getUTCDay() === 2)).toBeGreaterThan(5 * count((time) => time.getUTCDay() === 0));
  });

  it('have refusals, failures and cancelled streams, and most failures of a night at one provider', () => {
    const { records } = planned({ count: 20_000, now: NOW });
    expect(new Set(records.map(({ outcome }) => outcome))).toEqual(
      new Set(['success', 'refused', 'failed', 'cancelled']),
    );
    const { from, provider, to } = findIncident(NOW);
    const night = records.filter(
      ({ outcome, time }) => outcome === 'failed' && Date.parse(time) >= from && Date.parse(time) < to,
    );
    expect(night.length).toBeGreaterThan(10);
    expect(night.filter((record) => record.provider === provider).length / night.length).toBeGreaterThan(0.8);
    for (const { cost_usd, outcome } of records)
      if (outcome === 'refused' || outcome === 'failed') expect(cost_usd).toBeNull();
  });

  it('have a key that asks all night', () => {
    const { records } = planned({ count: 3_000, now: NOW });
    const runaway = records.filter(
      ({ api_key_name: name, time }) => name === RUNAWAY_KEY && Date.parse(time) > NOW - 14 * 3_600_000,
    );
    expect(runaway.length).toBeGreaterThanOrEqual(90);
  });
});

describe('the planned budgets of the seed', () => {
  it('are spent to what this month is charged, most below their amount and some above nine tenths of it', () => {
    const { budgets, records } = planned({ count: 5_000, now: NOW });
    const charged = new Map<string, number>();
    for (const { charges } of records)
      for (const { account, amount } of charges) charged.set(account, (charged.get(account) ?? 0) + amount);
    const shares = [...budgets.keys].map(([id, amount]) => (charged.get(`credential:${id}:monthly`) ?? 0) / amount);
    expect(shares.length).toBeGreaterThan(15);
    expect(shares.filter((share) => share > 0.9).length).toBeGreaterThan(2);
    expect(shares.filter((share) => share < 0.7).length).toBeGreaterThan(shares.length / 3);
    for (const [id, tokens] of budgets.teams) expect(charged.get(`team:${id}`)).toBeLessThanOrEqual(tokens);
  });

  it('refuse what comes after a budget is spent', () => {
    const { records } = planned({ count: 5_000, now: NOW });
    const refused = records.filter(({ error_code: code }) => code === 'key_budget_exceeded');
    expect(refused.length).toBeGreaterThan(0);
    for (const { charges, outcome, status } of refused)
      expect({ charges, outcome, status }).toEqual({ charges: [], outcome: 'refused', status: 402 });
  });
});
