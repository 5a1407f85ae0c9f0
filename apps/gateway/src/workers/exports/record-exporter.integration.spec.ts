import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { EXPORT_FIELDS } from '@multilane/contracts';
import { type Database, openDatabase } from '@multilane/persistence';
import { BackgroundTasks, Metrics } from '@multilane/telemetry';
import { auditLine, auditLines, serviceDatabases, waitUntil } from '@multilane/testing';
import { signWebhook } from '../webhooks/sign-webhook.js';
import { accept, answer, cut, idsOf, type Receiver, stall, startReceiver } from './export-receiver.tools.spec.js';
import { RecordExporter } from './record-exporter.js';

const LIMIT_MS = 60_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Started {
  readonly names: string[];
  /** Starts another process. */
  readonly again: () => void;
  /** Changes the sinks of gateway.yaml. */
  readonly edit: (...entries: readonly object[]) => void;
}

describe.each(serviceDatabases())('exports on the $name database', (kind) => {
  let database: Database;
  let receiver: Receiver;
  let metrics: Metrics;
  let failures: unknown[];
  const started: RecordExporter[] = [];
  let sinks = 0;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, LIMIT_MS);

  beforeEach(async () => {
    receiver = await startReceiver();
    metrics = new Metrics();
    failures = [];
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((exporter) => exporter.stop()));
    await receiver.close();
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const store = async (values: readonly object[]): Promise<string[]> => {
    const lines = values.map((value) => auditLine(value));
    await database.storeAuditRecords(auditLines(lines));
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  };

  const describeSink = (name: string, url: string, more: object): object => ({
    name,
    kind: 'http',
    batch: { max_age_ms: 100 },
    config: { url, signing_secret: SECRET },
    ...more,
  });

  /** Starts exporting to sinks with new names, and resolves when they are known. */
  const start = async (...entries: readonly object[]): Promise<Started> => startWith(database.exportWork, ...entries);

  /** The same for a process whose last steps do not reach the database. */
  const startWith = async (work: Database['exportWork'], ...entries: readonly object[]): Promise<Started> => {
    const read = (described: readonly object[]) => {
      const exports = described.map((more) => describeSink(`sink-${++sinks}`, receiver.url, more));
      return parseConfig(JSON.stringify({ database: { url: 'postgres://h/d' }, exports }), { env: {} }).config;
    };
    let settings = read(entries);
    const names = settings.exports.map(({ name }) => name);
    const logger = SILENT;
    const run = (exportWork: Database['exportWork']): void => {
      const tasks = new BackgroundTasks({ logger, metrics });
      const exporter = new RecordExporter({
        settings: () => settings,
        store: exportWork,
        turns: database.exportTurns,
        payloads: database.auditPayloads,
        tasks: {
          every: (task, milliseconds, work, first) => tasks.every(task, Math.min(milliseconds, 200), work, first),
          failed: (_task, error) => failures.push(error),
        },
        metrics,
        logger,
        retentionDays: 90,
        refusedMs: 300,
      });
      exporter.start();
      started.push(exporter);
    };
    run(work);
    await waitUntil(
      'the sinks to be taken',
      async () => (await find(names)).every(({ state }) => state !== 'new') || undefined,
      LIMIT_MS,
    );
    const edit = (...described: readonly object[]): void => {
      settings = read(described);
    };
    return { names, again: () => run(database.exportWork), edit };
  };

  const find = async (names: readonly string[]) => {
    const list = await database.exportWork.list();
    return names.map(
      (name) => list.find((sink) => sink.name === name) ?? { name, state: 'new' as const, problem: null },
    );
  };

  const readSink = async (name: string | undefined) => {
    const sink = (await database.exportWork.list()).find((each) => each.name === name);
    if (sink === undefined) throw new Error('The sink is not there.');
    return sink;
  };

  const delivered = (ids: readonly string[]) =>
    waitUntil(
      'the records to be delivered',
      () => ids.every((id) => idsOf(receiver.received).includes(id)) || undefined,
      LIMIT_MS,
    );

  const settled = (name: string, count: number) =>
    waitUntil(
      `${count} records to be settled`,
      async () => {
        const [sink] = await find([name]);
        if (sink === undefined || !('delivered' in sink)) return undefined;
        return sink.delivered + sink.rejected === count && sink.state === 'working' ? sink : undefined;
      },
      LIMIT_MS,
    );

  it(
    'send each record once, signed, with the fields and the filter of the sink',
    async () => {
      await store([{ outcome: 'success' }]);
      const { names } = await start({ filter: { outcomes: ['failed'] }, fields: ['outcome', 'api_key_name'] });
      const [, wanted, second] = await store([{}, { outcome: 'failed' }, { outcome: 'failed' }]);
      await settled(names[0] ?? '', 2);
      expect(idsOf(receiver.received).toSorted()).toEqual([wanted, second].toSorted());
      const [batch] = receiver.received;
      const [line = ''] = (batch?.text ?? '').split('\n');
      expect(Object.keys(JSON.parse(line) as object).toSorted()).toEqual(['api_key_name', 'id', 'outcome', 'time']);
      const { 'webhook-id': id = '', 'webhook-timestamp': timestamp } = batch?.headers ?? {};
      const signed = signWebhook({ id, timestamp: Number(timestamp), body: batch?.text ?? '' }, [SECRET]);
      expect(batch?.headers).toMatchObject(signed);
      expect(await metrics.renderMetrics()).toContain(
        `service_export_records_total{sink="${names[0]}",outcome="delivered"} 2`,
      );
      expect(failures).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'send the fields that the published schema has, and no others',
    async () => {
      await start({});
      await delivered(await store([{ tags: { app: 'chat' } }]));
      const [line = ''] = (receiver.received[0]?.text ?? '').split('\n');
      // A new column of the records gets a number at the end of EXPORT_FIELDS.
      const names = EXPORT_FIELDS.map(({ name }) => name).filter((name) => name !== 'payload');
      expect(Object.keys(JSON.parse(line) as object).toSorted()).toEqual(names.toSorted());
    },
    LIMIT_MS,
  );

  it(
    'halve a batch that is refused, reject the record at fault with its reason, and go on',
    async () => {
      const { names } = await start({});
      receiver.behave((received, response, request) =>
        (received.text.includes('"request_id":"bad"') ? answer(400) : accept)(received, response, request),
      );
      const ids = await store(Array.from({ length: 9 }, (_, index) => ({ request_id: index === 5 ? 'bad' : 'good' })));
      const good = ids.filter((_, index) => index !== 5);
      const sink = await settled(names[0] ?? '', 9);
      expect(sink).toMatchObject({ delivered: 8, rejected: 1, state: 'working' });
      await delivered(good);
      expect(await database.exportWork.listRejects(sink.id, 10)).toEqual([
        { id: ids[5], time: expect.any(String), reason: 'The sink answered 400.' },
      ]);
    },
    LIMIT_MS,
  );

  it(
    'send smaller batches to a sink that answers 413',
    async () => {
      const { names } = await start({});
      receiver.behave((received, response, request) =>
        (received.text.split('\n').length > 3 ? answer(413) : accept)(received, response, request),
      );
      await store(Array.from({ length: 10 }, () => ({})));
      expect(await settled(names[0] ?? '', 10)).toMatchObject({ delivered: 10, rejected: 0 });
    },
    LIMIT_MS,
  );

  it(
    'stop at a sink that refuses every record, and keep what it did not take',
    async () => {
      const { names } = await start({});
      receiver.behave(answer(400));
      const ids = await store(Array.from({ length: 40 }, () => ({})));
      const refused = await waitUntil(
        'the sink to be given up',
        async () => (await find(names)).find(({ state }) => state === 'refused'),
        LIMIT_MS,
      );
      expect(refused).toMatchObject({ rejected: 16, delivered: 0 });
      expect(refused.problem).toContain('refuses every record');
      receiver.behave(accept);
      expect(await settled(names[0] ?? '', 40)).toMatchObject({ delivered: 24, rejected: 16 });
      const [last] = ids.toSorted().slice(-1);
      expect(idsOf(receiver.received)).toContain(last);
    },
    LIMIT_MS,
  );

  it(
    'lose nothing at a sink that refuses the credentials, and say so',
    async () => {
      receiver.behave(answer(401));
      const { names } = await start({});
      const ids = await store([{}, {}]);
      const refused = await waitUntil(
        'the refusal to be noted',
        async () => (await find(names)).find(({ state }) => state === 'refused'),
        LIMIT_MS,
      );
      expect(refused.problem).toBe('The sink answered 401.');
      receiver.behave(accept);
      await delivered(ids);
      expect(await settled(names[0] ?? '', 2)).toMatchObject({ rejected: 0, problem: null });
    },
    LIMIT_MS,
  );

  it.each([
    ['breaks off before its answer', cut],
    ['is overloaded', answer(503)],
    ['asks for a pause', answer(429, { 'retry-after': '1' })],
  ])(
    'send the same batch again to a sink that %s, however many records came meanwhile',
    async (_title, behaviour) => {
      const { names } = await start({});
      receiver.behave(behaviour);
      const first = await store([{}, {}, {}]);
      await waitUntil('the first attempt', () => receiver.received[0], LIMIT_MS);
      const second = await store([{}, {}]);
      receiver.behave(accept);
      await settled(names[0] ?? '', 5);
      const [attempt, again] = receiver.received;
      expect(again?.headers['webhook-id']).toBe(attempt?.headers['webhook-id']);
      expect(again?.text).toBe(attempt?.text);
      expect(idsOf(receiver.received).toSorted()).toEqual([...first, ...second].toSorted());
    },
    LIMIT_MS,
  );

  it(
    'reach other sinks while one never answers',
    async () => {
      const other = await startReceiver();
      try {
        receiver.behave(stall);
        const { names } = await start({ timeout_ms: 5_000 }, { config: { url: other.url } });
        await store([{}, {}, {}]);
        expect(await settled(names[1] ?? '', 3)).toMatchObject({ delivered: 3 });
        expect(other.received.length).toBeGreaterThan(0);
        expect((await find(names))[0]).toMatchObject({ delivered: 0 });
      } finally {
        await other.close();
      }
    },
    LIMIT_MS,
  );

  it(
    'send the same batch again after a process that was killed between the answer and the note of it',
    async () => {
      let isKilled = false;
      let end = (): void => undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        end = () => reject(new Error('The process was killed.'));
      });
      silence.catch(() => undefined);
      const killed = new Proxy(database.exportWork, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...values: unknown[]): unknown => {
            isKilled ||= name === 'advance';
            return isKilled ? silence : (value.apply(target, values) as unknown);
          };
        },
      });
      const { again, names } = await startWith(killed, {});
      const first = await store([{}, {}, {}]);
      await waitUntil('the process to be killed', () => isKilled || undefined, LIMIT_MS);
      const second = await store([{}, {}]);
      await database.sql.executeSql(
        "UPDATE export_sinks SET lease_until = now() - interval '1 second' WHERE name = $1",
        [names[0]],
      );
      again();
      expect(await settled(names[0] ?? '', 5)).toMatchObject({ delivered: 5, dropped: 0 });
      const [attempt, repeated] = receiver.received;
      expect(repeated?.headers['webhook-id']).toBe(attempt?.headers['webhook-id']);
      expect(repeated?.text).toBe(attempt?.text);
      expect(idsOf(receiver.received).toSorted()).toEqual([...first, ...second].toSorted());
      // The test ends what the kill would have ended.
      end();
    },
    LIMIT_MS,
  );

  it(
    'try again at once when the sink is edited, however long it was to be left alone',
    async () => {
      const other = await startReceiver();
      try {
        receiver.behave(answer(429, { 'retry-after': '3600' }));
        const { edit, names } = await start({});
        const ids = await store([{}, {}]);
        const isAway = async () => (await readSink(names[0])).state === 'away' || undefined;
        await waitUntil('the pause', isAway, LIMIT_MS);
        edit({ name: names[0], config: { url: other.url } });
        await settled(names[0] ?? '', 2);
        expect(idsOf(other.received).toSorted()).toEqual(ids.toSorted());
      } finally {
        await other.close();
      }
    },
    LIMIT_MS,
  );

  it(
    'go on behind a batch that retention removed while the sink was away',
    async () => {
      receiver.behave(answer(503));
      const { names } = await start({});
      await store([{}, {}, {}]);
      await waitUntil('the first attempt', () => receiver.received[0], LIMIT_MS);
      await database.sql.executeSql("UPDATE export_entries SET created_at = now() - interval '91 days'");
      await waitUntil(
        'the records to be dropped',
        async () => (await readSink(names[0])).dropped >= 3 || undefined,
        LIMIT_MS,
      );
      receiver.behave(accept);
      await delivered(await store([{}, {}]));
      expect(await settled(names[0] ?? '', 2)).toMatchObject({ delivered: 2, rejected: 0, dropped: 3 });
    },
    LIMIT_MS,
  );

  it(
    'do not wait for more records while more entries wait than are read at once',
    async () => {
      const name = `seldom-${++sinks}`;
      await start({ name });
      await started.splice(0)[0]?.stop();
      await database.sql.executeSql(
        'INSERT INTO export_entries (times, ids) SELECT ARRAY[now()], ARRAY[gen_random_uuid()] FROM generate_series(1, 1200)',
      );
      await start({ name, batch: { max_age_ms: 3_600_000 } });
      const isRead = async () => (await readSink(name)).dropped === 1_200 || undefined;
      await waitUntil('all entries to be read', isRead, LIMIT_MS / 4);
      expect(failures).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'send no batch before its end is noted, though the database failed at that',
    async () => {
      const plans: boolean[] = [];
      const failing = new Proxy(database.exportWork, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...values: unknown[]): Promise<unknown> => {
            if (name === 'plan' && plans.push(plans.length > 0) === 1) throw new Error('The database is away.');
            return value.apply(target, values) as unknown;
          };
        },
      });
      const { names } = await startWith(failing, {});
      await store([{}, {}]);
      await settled(names[0] ?? '', 2);
      expect(plans).toEqual([false, true]);
    },
    LIMIT_MS,
  );

  it(
    'are one process at a time, and the next one goes on where the last one stopped',
    async () => {
      const { again, names } = await start({});
      again();
      const first = await store([{}, {}]);
      await settled(names[0] ?? '', 2);
      await started[0]?.stop();
      const second = await store([{}, {}, {}]);
      await settled(names[0] ?? '', 5);
      expect(receiver.received.flatMap((batch) => idsOf([batch])).toSorted()).toEqual([...first, ...second].toSorted());
    },
    LIMIT_MS,
  );
});
