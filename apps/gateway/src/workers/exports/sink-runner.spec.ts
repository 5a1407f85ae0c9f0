import { describe, expect, it } from '@jest/globals';
import type { ExportSinkEntry } from '@multilane/config';
import { parseConfig } from '@multilane/config';
import type { ExportProgress } from '@multilane/persistence';
import type { BatchItem } from './deliver-batch.js';
import { SinkRunner } from './sink-runner.js';

interface Place {
  readonly place: number;
}

const COUNT = 200;
const itemsOf = (time = '2026-11-10T00:00:00.000Z') =>
  Array.from({ length: COUNT }, (_, index) => ({
    position: 1,
    place: index + 1,
    record: { id: `r-${index}`, time, duration_ms: 1 },
  }));

function readEntry(batch: object): ExportSinkEntry {
  const exports = [{ name: 'sink', kind: 'http', payloads: true, batch, config: { url: 'http://127.0.0.1' } }];
  const [entry] = parseConfig(JSON.stringify({ database: { url: 'postgres://h/d' }, exports }), { env: {} }).config
    .exports;
  if (entry === undefined) throw new Error('the sink must be readable');
  return entry;
}

/** Runs a turn of a sink whose records have texts. Resolves to the sizes of its batches, in records and in bytes. */
async function run(plannedPlace: number | null, text: string, time?: string) {
  const sent: { readonly records: number; readonly bytes: number }[] = [];
  const advances: ExportProgress[] = [];
  const place = { id: '0-0', name: 'sink', fence: 1, organizationId: null, workspaceId: null };
  const planned = { plannedPosition: plannedPlace === null ? null : 1, plannedPlace };
  const entry = readEntry({ max_kb: 64, max_records: COUNT });
  const runner = new SinkRunner({ ...place, ...planned, position: 1, place: 0 } as never, {
    findEntry: () => entry,
    openSink: () => ({
      send: async ({ records }) => {
        sent.push({ records: records.length, bytes: Buffer.byteLength(JSON.stringify(records)) });
        return { kind: 'accepted' };
      },
    }),
    store: {
      read: async (at: Place, plan: Place | undefined, limit: number) =>
        itemsOf(time)
          .filter((item) => item.place > at.place && (plan === undefined || item.place <= plan.place))
          .slice(0, limit),
      plan: async () => true,
      advance: async (_taken: unknown, progress: ExportProgress) => {
        advances.push(progress);
        return true;
      },
      note: async () => true,
    } as never,
    stamp: () => Promise.resolve(),
    payloads: {
      async *add(items: readonly BatchItem[]) {
        for (const item of items) yield { ...item, record: { ...item.record, payload: text } };
      },
    },
    metrics: { exports: { recordRecords: () => undefined, recordFailure: () => undefined } } as never,
    logger: { info: () => undefined, warn: () => undefined },
    onFailure: (error) => {
      throw error;
    },
  });
  await runner.takeTurn(entry, new AbortController().signal, { isOver: false, isCut: false });
  return { sent, advances };
}

const KIB = 1024;

describe('batches with payloads', () => {
  it('are cut where payloads make them far larger than they were when they were begun', async () => {
    const { advances, sent } = await run(COUNT, 'x'.repeat(16 * KIB));
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(3 * 64 * KIB);
    expect(sent.reduce((sum, { records }) => sum + records, 0)).toBe(COUNT);
    expect(advances.at(-1)?.to).toEqual({ position: 1, place: COUNT });
  });

  it('are sent again as they were begun where they are a little larger by now', async () => {
    const { sent } = await run(6, 'x'.repeat(16 * KIB));
    expect(sent[0]?.records).toBe(6);
  });

  it('are measured in bytes, of which a character may have several', async () => {
    const { sent } = await run(null, '文'.repeat(4 * KIB));
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThanOrEqual(66 * KIB);
  });

  it('wait for the texts of requests that have just ended, and not for those of a clock that is far ahead', async () => {
    const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
    expect((await run(null, 'x', after(-1_000))).sent).toEqual([]);
    expect((await run(null, 'x', after(20_000))).sent).toEqual([]);
    expect((await run(null, 'x', after(86_400_000))).sent[0]?.records).toBe(COUNT);
  });
});
