import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, testDatabases, waitUntil } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import type { ExportPlace, TakenSink } from './export-work-store.js';

const LIMIT_MS = 60_000;
const LEASE_SECONDS = 60;
const ALL = 1_000;

describe.each(testDatabases())('the work of exports on the $name database', (kind) => {
  let database: Database;
  let sinks = 0;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, LIMIT_MS);

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const idsIn = (lines: readonly string[]): string[] => lines.map((line) => (JSON.parse(line) as { id: string }).id);

  const store = async (count: number): Promise<string[]> => {
    const lines = Array.from({ length: count }, () => auditLine());
    await database.storeAuditRecords(auditLines(lines));
    return idsIn(lines);
  };

  const takeNew = async (): Promise<TakenSink> => {
    const name = `sink-${++sinks}`;
    await database.exportWork.register([name]);
    const [taken] = await database.exportWork.take([name], LEASE_SECONDS);
    if (taken === undefined) throw new Error('The sink was not taken.');
    return taken;
  };

  const read = async (from: ExportPlace, limit = ALL): Promise<{ ids: string[]; last: ExportPlace }> => {
    await database.exportWork.stamp();
    const items = await database.exportWork.read(from, undefined, limit);
    return { ids: items.map(({ record }) => String(record?.id)), last: items.at(-1) ?? from };
  };

  const find = async ({ name }: TakenSink) => {
    const sink = (await database.exportWork.list()).find((each) => each.name === name);
    if (sink === undefined) throw new Error('The sink is not there.');
    return sink;
  };

  const countEntries = async (): Promise<unknown> => {
    const { rows } = await database.sql.executeSql('SELECT count(*)::int AS entries FROM export_entries');
    return (rows[0] as { entries: unknown }).entries;
  };

  const advance = (sink: TakenSink, to: ExportPlace, delivered = 0) =>
    database.exportWork.advance(sink, { to, plan: undefined, delivered, dropped: 0, rejects: [] });

  it('begins with the records that are stored after a sink is named, and reads each once, in pages', async () => {
    await store(3);
    await database.exportWork.stamp();
    const sink = await takeNew();
    const ids = [...(await store(3)), ...(await store(4))];
    const first = await read(sink, 5);
    const second = await read(first.last, 5);
    expect([...first.ids, ...second.ids].toSorted()).toEqual(ids.toSorted());
    expect((await read(second.last)).ids).toEqual([]);
  });

  it('reads up to the end of a batch that was planned, whatever was stored behind it', async () => {
    const sink = await takeNew();
    await store(3);
    const { last } = await read(sink);
    expect(await database.exportWork.plan(sink, last)).toBe(true);
    await store(2);
    await database.exportWork.stamp();
    expect(await database.exportWork.read(sink, last, ALL)).toHaveLength(3);
    await database.exportWork.release(sink);
    const [again] = await database.exportWork.take([sink.name], LEASE_SECONDS);
    expect(again).toMatchObject({ plannedPosition: last.position, plannedPlace: last.place, fence: sink.fence + 1 });
  });

  it('gives a sink to one process at a time, and writes nothing for one that lost it', async () => {
    const sink = await takeNew();
    await store(1);
    const { last } = await read(sink);
    expect(await database.exportWork.take([sink.name], LEASE_SECONDS)).toEqual([]);
    expect(await database.exportWork.findLost(new Map([[sink.id, sink.fence]]), LEASE_SECONDS)).toEqual([]);
    await database.exportWork.release(sink);
    const [next] = await database.exportWork.take([sink.name], LEASE_SECONDS);
    expect(await database.exportWork.findLost(new Map([[sink.id, sink.fence]]), LEASE_SECONDS)).toEqual([sink.id]);
    expect(await advance(sink, last, 1)).toBe(false);
    expect(await database.exportWork.plan(sink, last)).toBe(false);
    expect(await advance(next ?? sink, last, 1)).toBe(true);
    expect((await find(sink)).delivered).toBe(1);
  });

  it('tells the lag of what a sink has not taken, and forgets entries that every sink has taken', async () => {
    const sink = await takeNew();
    expect((await find(sink)).lagSeconds).toBe(0);
    await store(2);
    await waitUntil('a lag', async () => (await find(sink)).lagSeconds > 0 || undefined, LIMIT_MS);
    const { last } = await read(sink);
    await advance(sink, last, 2);
    expect((await find(sink)).lagSeconds).toBe(0);
  });

  it('counts records as dropped that retention removes before a sink takes them', async () => {
    const sink = await takeNew();
    await store(5);
    const { last } = await read(sink, 2);
    await advance(sink, last, 2);
    await database.sql.executeSql("UPDATE export_entries SET created_at = now() - interval '91 days'");
    await database.exportWork.clean(90, []);
    expect((await find(sink)).dropped).toBe(3);
    expect((await read(last)).ids).toEqual([]);
  });

  it('notes reasons of sinks that have characters which the database does not store', async () => {
    const sink = await takeNew();
    const [id = ''] = await store(1);
    const { last } = await read(sink);
    const rejects = [{ time: new Date().toISOString(), id, reason: 'no\0event' }];
    await database.exportWork.advance(sink, { to: last, plan: undefined, delivered: 0, dropped: 0, rejects });
    await database.exportWork.note(sink, 'refused', 'no\0token');
    expect(await database.exportWork.listRejects(sink.id, 1)).toMatchObject([{ id, reason: 'no event' }]);
    expect(await find(sink)).toMatchObject({ rejected: 1, problem: 'no token' });
  });

  it('forgets a sink that no process names any more, and queues nothing without sinks', async () => {
    await takeNew();
    await database.sql.executeSql(
      "UPDATE export_sinks SET seen_at = now() - interval '61 minutes', lease_until = now() - interval '1 minute'",
    );
    await database.exportWork.clean(90, []);
    expect(await database.exportWork.list()).toEqual([]);
    await store(3);
    await database.exportWork.stamp();
    await database.exportWork.clean(90, []);
    expect(await countEntries()).toBe(0);
  });

  it('keeps a sink that this process names, though nobody could note that for an hour', async () => {
    const [one, other] = [await takeNew(), await takeNew()];
    await database.sql.executeSql(
      "UPDATE export_sinks SET seen_at = now() - interval '61 minutes', lease_until = now() - interval '1 minute'",
    );
    await database.exportWork.clean(90, [one.name]);
    const names = (await database.exportWork.list()).map(({ name }) => name);
    expect(names).toContain(one.name);
    expect(names).not.toContain(other.name);
  });

  it('removes all entries that were taken, however many, and those that came for sinks that are gone', async () => {
    await database.sql.executeSql('DELETE FROM export_sinks');
    const sink = await takeNew();
    const insert = `INSERT INTO export_entries (times, ids)
      SELECT ARRAY[now()], ARRAY[gen_random_uuid()] FROM generate_series(1, 4500)`;
    await database.sql.executeSql(insert);
    await database.exportWork.stamp();
    await advance(sink, { position: Number.MAX_SAFE_INTEGER, place: 0 });
    await database.exportWork.clean(90, [sink.name]);
    expect(await countEntries()).toBe(0);
    await database.sql.executeSql(insert);
    await database.sql.executeSql('DELETE FROM export_sinks');
    await database.exportWork.clean(90, []);
    expect(await countEntries()).toBe(0);
  });
});

describe.each(testDatabases().filter(({ name }) => name !== 'embedded'))(
  'the order of exports on the $name database',
  (kind) => {
    let database: Database;

    beforeAll(async () => {
      database = await openDatabase(await kind.create());
      await database.migrate();
    }, LIMIT_MS);

    afterAll(async () => {
      await database?.close();
      await kind.stop();
    }, LIMIT_MS);

    it('leaves out no record whose transaction ends after a later one', async () => {
      await database.exportWork.register(['order']);
      const [sink] = await database.exportWork.take(['order'], LEASE_SECONDS);
      if (sink === undefined) throw new Error('The sink was not taken.');
      const insert = `INSERT INTO export_entries (times, ids) VALUES (ARRAY[now()], ARRAY[gen_random_uuid()])`;
      const read = async (from: ExportPlace) => {
        await database.exportWork.stamp();
        return database.exportWork.read(from, undefined, ALL);
      };
      const seen = await database.inTransaction(async (early) => {
        await early.executeSql(insert);
        await database.sql.executeSql(insert);
        return read(sink);
      });
      expect(seen).toHaveLength(1);
      expect(await read(seen[0] ?? sink)).toHaveLength(1);
    });
  },
);
