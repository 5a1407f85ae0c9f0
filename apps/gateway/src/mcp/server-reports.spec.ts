import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { McpServerReport } from '@multilane/persistence';
import { ServerReports } from './server-reports.js';

const SUBJECT = { organizationId: 'o', serverKey: 's', serverId: 's' };
const REFUSED = { reason: 'http_status', status: 500, message: 'It answered 500 with secret words.' } as const;

/** A database that stores what it is told while it is there. */
function open() {
  const stored: (readonly McpServerReport[])[] = [];
  const told: string[] = [];
  const database = { isAway: false, isUnknown: false };
  const reports = new ServerReports({
    replicaId: 'replica',
    task: { failed: () => told.push('failed'), succeeded: () => told.push('succeeded') },
    store: {
      record: async (_replicaId, batch) => {
        if (database.isAway) throw new Error('away');
        if (database.isUnknown) return new Set();
        stored.push(batch);
        return new Set(batch.map(({ serverKey }) => serverKey));
      },
    },
  });
  return { reports, stored, told, database };
}

// docs/contract/mcp.md#states
describe('reports of how servers do', () => {
  beforeEach(
    () =>
      void jest.useFakeTimers({
        doNotFake: [
          'Date',
          'hrtime',
          'nextTick',
          'queueMicrotask',
          'setImmediate',
          'clearImmediate',
          'setInterval',
          'clearInterval',
        ],
      }),
  );
  afterEach(() => void jest.useRealTimers());

  it('are stored within a second, with ages and without words of a failure', async () => {
    const { reports, stored } = open();
    const health = reports.open(SUBJECT);
    health.failed(REFUSED, 'call');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([
      [
        {
          ...SUBJECT,
          state: 'failing',
          sinceMs: 250,
          seenMs: 250,
          error: { reason: 'http_status', asked: 'call', status: 500 },
          errorMs: 250,
        },
      ],
    ]);
  });

  it('say nothing of a server that was forgotten, whatever its last request comes to', async () => {
    const { reports, stored, told } = open();
    const [old, now] = [reports.open(SUBJECT), reports.open(SUBJECT)];
    now.succeeded();
    reports.forget(old);
    old.failed(REFUSED, 'call');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(stored.flat()).toMatchObject([{ state: 'reachable' }]);
    expect(told).not.toContain('failed');
  });

  it('cost one statement in thirty seconds while nothing is new, however often a server is called', async () => {
    const { reports, stored } = open();
    const health = reports.open(SUBJECT);
    for (let second = 0; second < 90; second += 1) {
      for (let call = 0; call < 100; call += 1) health.succeeded();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(stored.length).toBeGreaterThanOrEqual(3);
    expect(stored.length).toBeLessThanOrEqual(4);
  });

  it('cost one statement a second where a server turns all the time', async () => {
    const { reports, stored } = open();
    const health = reports.open(SUBJECT);
    for (let turn = 0; turn < 100; turn += 1) {
      health.failed(REFUSED, 'call');
      health.succeeded();
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(stored.length).toBeGreaterThan(5);
    expect(stored.length).toBeLessThanOrEqual(11);
  });

  it('are many servers in one statement', async () => {
    const { reports, stored } = open();
    for (let at = 0; at < 600; at += 1) reports.open({ ...SUBJECT, serverKey: `s${at}` }).succeeded();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored.map(({ length }) => length)).toEqual([500, 100]);
  });

  it('are stored later where the database is away, or does not know the process yet', async () => {
    const { database, reports, stored, told } = open();
    database.isAway = true;
    reports.open(SUBJECT).succeeded();
    await jest.advanceTimersByTimeAsync(1_000);
    database.isAway = false;
    database.isUnknown = true;
    await jest.advanceTimersByTimeAsync(6_000);
    database.isUnknown = false;
    expect(stored).toEqual([]);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(stored).toMatchObject([[{ serverKey: 's', state: 'reachable' }]]);
    expect(told).toEqual(['failed', 'succeeded', 'succeeded']);
  });

  it('are not stored of a server that is gone, nor after the end', async () => {
    const { reports, stored } = open();
    const [gone, last] = [reports.open(SUBJECT), reports.open(SUBJECT)];
    gone.succeeded();
    reports.forget(gone);
    await jest.advanceTimersByTimeAsync(1_000);
    last.succeeded();
    reports.close();
    last.succeeded();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stored).toEqual([]);
  });
});
