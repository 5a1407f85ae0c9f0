import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CoolDownReport } from '@multilane/persistence';
import { CoolDownReports } from './cool-down-reports.js';
import type { CoolDown } from './cool-downs.js';

const OF_MODEL: CoolDown = {
  providerId: 'p',
  kind: 'model',
  subject: 'm',
  reason: 'rate_limited',
  status: 429,
  milliseconds: 30_000,
};
const OF_CREDENTIAL: CoolDown = { ...OF_MODEL, kind: 'credential', subject: '…1234', status: undefined };

/** A database that stores what it is told while it is there. */
function open() {
  const stored: (readonly CoolDownReport[])[] = [];
  const told: string[] = [];
  const database = { isAway: false, isUnknown: false };
  const reports = new CoolDownReports({
    replicaId: 'replica',
    task: { failed: () => told.push('failed'), succeeded: () => told.push('succeeded') },
    store: {
      record: async (_replicaId, batch) => {
        if (database.isAway) throw new Error('away');
        if (database.isUnknown) return 0;
        stored.push(batch);
        return batch.length;
      },
    },
  });
  return { reports, stored, told, database };
}

// docs/contract/routing.md#circuit-breaker
describe('reports of cool-downs', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('are stored within a second, each model and credential once', async () => {
    const { reports, stored, told } = open();
    reports.note({ ...OF_MODEL, status: undefined, milliseconds: 10_000 });
    reports.note(OF_CREDENTIAL);
    reports.note(OF_MODEL);
    expect(stored).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([
      [
        expect.objectContaining({ kind: 'credential', subject: '…1234', status: null }),
        { providerId: 'p', kind: 'model', subject: 'm', reason: 'rate_limited', status: 429, untilMs: 29_000 },
      ],
    ]);
    expect(told).toEqual(['succeeded']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stored).toHaveLength(1);
  });

  it.each(['isAway', 'isUnknown'] as const)('wait while the database does not take them (%s)', async (trouble) => {
    const { database, reports, stored } = open();
    database[trouble] = true;
    reports.note(OF_MODEL);
    await jest.advanceTimersByTimeAsync(1_000);
    database[trouble] = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(stored.flat()).toEqual([expect.objectContaining({ subject: 'm', untilMs: 24_000 })]);
  });

  it('are dropped when they are over before they could be stored', async () => {
    const { database, reports, stored } = open();
    database.isAway = true;
    reports.note({ ...OF_MODEL, milliseconds: 4_000 });
    await jest.advanceTimersByTimeAsync(1_000);
    database.isAway = false;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stored).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are a thousand at most, the newest, in statements of 500', async () => {
    const { reports, stored } = open();
    for (let at = 0; at <= 1_000; at += 1) reports.note({ ...OF_MODEL, subject: `m${at}` });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(stored.map((batch) => batch.length)).toEqual([500, 500]);
    expect(stored[0]?.[0]?.subject).toBe('m1');
  });

  it('end when the process closes', async () => {
    const { reports, stored } = open();
    reports.note(OF_MODEL);
    reports.close();
    reports.note(OF_CREDENTIAL);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(stored).toEqual([]);
  });
});
