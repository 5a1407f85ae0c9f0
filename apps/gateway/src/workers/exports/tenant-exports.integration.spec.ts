import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import { BackgroundTasks, Metrics } from '@multilane/telemetry';
import {
  auditLine,
  auditLines,
  serviceDatabases,
  startObjectStorage,
  testEncryptionKey,
  waitUntil,
} from '@multilane/testing';
import { startKafka } from '@multilane/testing/kafka';
import {
  answer,
  type Behaviour,
  cut,
  idsOf,
  type Receiver,
  recordsOf,
  stall,
  startReceiver,
} from './export-receiver.tools.spec.js';
import { RecordExporter } from './record-exporter.js';

const LIMIT_MS = 60_000;
// Every test waits for records that travel through the database and a worker's turns.
jest.setTimeout(LIMIT_MS);
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ACTOR = { type: 'system', id: null, name: 'test' } as const;

interface Tenant {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
}

interface Place {
  readonly tenant: Tenant;
  /** Null: the organization. */
  readonly workspaceId?: string | null;
}

describe.each(serviceDatabases())('sinks of organizations on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let receiver: Receiver;
  let metrics: Metrics;
  let failures: unknown[];
  let one: Tenant;
  let two: Tenant;
  let names = 0;
  const receivers: Receiver[] = [];
  const started: RecordExporter[] = [];

  const addTenant = (): Promise<Tenant> =>
    database.change(ACTOR, async ({ organizations, workspaces }) => {
      const { id } = await organizations.create({ name: `tenant-${++names}`, products: ['ai_gateway'] });
      const [first, second] = [
        await workspaces.create(id, { name: 'first' }),
        await workspaces.create(id, { name: 'second' }),
      ];
      return { organizationId: id, workspaceId: first.id, otherWorkspaceId: second.id };
    });

  const open = async (): Promise<Receiver> => {
    const opened = await startReceiver();
    receivers.push(opened);
    return opened;
  };

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(testEncryptionKey(7));
    database = await openDatabase({ ...(await kind.create()), secretBox });
    await database.migrate();
    one = await addTenant();
    two = await addTenant();
  }, LIMIT_MS);

  beforeEach(async () => {
    receiver = await open();
    metrics = new Metrics();
    failures = [];
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((exporter) => exporter.stop()));
    await Promise.all(receivers.splice(0).map((each) => each.close()));
    await database.sql.executeSql('DELETE FROM exports');
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  /** Starts a process. @param network addresses that people may name */
  const start = (network: object = { allow_private: ['127.0.0.0/8'] }): void => {
    const settings = parseConfig(JSON.stringify({ database: { url: 'postgres://h/d' }, network }), { env: {} }).config;
    const tasks = new BackgroundTasks({ logger: SILENT, metrics });
    const exporter = new RecordExporter({
      settings: () => settings,
      store: database.exportWork,
      turns: database.exportTurns,
      payloads: database.auditPayloads,
      tasks: {
        every: (task, milliseconds, work, first) => tasks.every(task, Math.min(milliseconds, 100), work, first),
        failed: (_task, error) => failures.push(error),
      },
      metrics,
      logger: SILENT,
      retentionDays: 90,
      refusedMs: 200,
    });
    exporter.start();
    started.push(exporter);
  };

  const addSink = async (
    { tenant, workspaceId = null }: Place,
    url = receiver.url,
    more: object = {},
    settings: object = {},
  ): Promise<string> => {
    const secrets = { url, ...more };
    const { id } = await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.create(tenant.organizationId, {
        workspaceId,
        name: `sink-${++names}`,
        kind: 'http',
        enabled: true,
        settings: { batch: { max_age_ms: 100 }, timeout_ms: 2_000, ...settings },
        config: {},
        hint: url,
        secrets,
      }),
    );
    return id;
  };

  const store = async (place: Place, values: object = {}, count = 1): Promise<string[]> => {
    const { organizationId } = place.tenant;
    const workspaceId = place.workspaceId === undefined ? place.tenant.workspaceId : place.workspaceId;
    const lines = Array.from({ length: count }, () =>
      auditLine({ organization_id: organizationId, workspace_id: workspaceId, ...values }),
    );
    await database.storeAuditRecords(auditLines(lines));
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  };

  /** Stores records with their texts, which say to whom they belong. */
  const storeWithTexts = async (place: Place, time: Date): Promise<string[]> => {
    const { organizationId, workspaceId } = place.tenant;
    const line = auditLine({ organization_id: organizationId, workspace_id: workspaceId, duration_ms: 10 }, time);
    const { id } = JSON.parse(line) as { id: string };
    const text = JSON.stringify({ request: { input: `of ${organizationId}` }, answer: null, is_truncated: false });
    await database.auditPayloads.store([{ id, organizationId, time, text }]);
    await database.storeAuditRecords(auditLines([line]));
    return [id];
  };

  const arrived = (ids: readonly string[], at = receiver) =>
    waitUntil('the records', () => (idsOf(at.received).length >= ids.length ? true : undefined), LIMIT_MS);

  const progressOf = async (id: string) => {
    const progress = (await database.tenantExports.findProgress([id])).get(id);
    if (progress === undefined) throw new Error('The sink is not there.');
    return progress;
  };

  const inState = (id: string, state: string) =>
    waitUntil(`the state ${state}`, async () => ((await progressOf(id)).state === state ? true : undefined), LIMIT_MS);

  it('get the records of their own organization alone, whatever its name, and of their workspace alone', async () => {
    const [ofWorkspace, ofOther] = [await open(), await open()];
    await addSink({ tenant: one });
    await addSink({ tenant: one, workspaceId: one.workspaceId }, ofWorkspace.url);
    await addSink({ tenant: two }, ofOther.url);
    start();
    await database.change(ACTOR, ({ workspaces }) => workspaces.rename(one.organizationId, one.workspaceId, 'renamed'));
    // The names in a record are those of its time, and of another tenant here.
    const names = { organization: 'tenant-2', workspace: 'first' };
    const first = await store({ tenant: one }, names, 2);
    const second = await store({ tenant: one, workspaceId: one.otherWorkspaceId }, names);
    const strange = await store({ tenant: two }, names);
    await store({ tenant: { ...one, organizationId: '' } as Tenant }, { organization_id: null, workspace_id: null });
    await Promise.all([arrived([...first, ...second]), arrived(first, ofWorkspace), arrived(strange, ofOther)]);
    expect(idsOf(receiver.received).toSorted()).toEqual([...first, ...second].toSorted());
    expect(idsOf(ofWorkspace.received).toSorted()).toEqual(first.toSorted());
    expect(idsOf(ofOther.received)).toEqual(strange);
    expect(failures).toEqual([]);
  });

  it('get what a key did in their workspace, and nothing that it does after it was moved', async () => {
    await addSink({ tenant: one, workspaceId: one.workspaceId });
    start();
    const key = { credential_id: '0198c0de-0000-7000-8000-000000000001', api_key_name: 'moved' };
    const before = await store({ tenant: one }, key);
    await arrived(before);
    await store({ tenant: one, workspaceId: one.otherWorkspaceId }, key);
    const last = await store({ tenant: one });
    await arrived([...before, ...last]);
    expect(idsOf(receiver.received)).toEqual([...before, ...last]);
  });

  it('begin with the records after them, apply their filter, and go with their progress', async () => {
    await store({ tenant: one });
    const id = await addSink({ tenant: one });
    await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.update(one.organizationId, id, () => ({
        settings: { filter: { teams: ['ads'], models: ['gpt-4o'] }, fields: ['team'], batch: { max_age_ms: 100 } },
      })),
    );
    start();
    await store({ tenant: one }, { team: 'search' });
    await store({ tenant: one }, { team: 'ads', logical_name: 'other' });
    const wanted = await store({ tenant: one }, { team: 'ads' });
    await arrived(wanted);
    expect(idsOf(receiver.received)).toEqual(wanted);
    expect(Object.keys(JSON.parse(receiver.received[0]?.text ?? '') as object).toSorted()).toEqual([
      'id',
      'team',
      'time',
    ]);
    await waitUntil('the count', async () => ((await progressOf(id)).delivered === 1 ? true : undefined), LIMIT_MS);
    await database.change(ACTOR, ({ tenantExports }) => tenantExports.remove(one.organizationId, id));
    const { rows } = await database.sql.executeSql('SELECT FROM export_sinks WHERE export_id IS NOT NULL');
    expect(rows).toEqual([]);
  });

  it('are gone with their organization', async () => {
    const gone = await addTenant();
    await addSink({ tenant: gone });
    await store({ tenant: gone });
    await database.sql.executeSql('DELETE FROM exports WHERE organization_id = $1', [gone.organizationId]);
    start();
    const rest = await addSink({ tenant: two });
    const ids = await store({ tenant: two });
    await arrived(ids);
    expect(idsOf(receiver.received)).toEqual(ids);
    expect((await progressOf(rest)).state).not.toBe('refused');
  });

  it('lose and double nothing for two processes, one of which is cut off in the middle', async () => {
    const id = await addSink({ tenant: one });
    let cuts = 0;
    const cutTwice: Behaviour = (received, response, request) => {
      if (cuts++ < 2) cut(received, response, request);
      else response.writeHead(200).end();
    };
    receiver.behave(cutTwice);
    start();
    start();
    const ids = [...(await store({ tenant: one }, {}, 30)), ...(await store({ tenant: one }, {}, 30))];
    await waitUntil('all', async () => ((await progressOf(id)).delivered === 60 ? true : undefined), LIMIT_MS);
    expect(idsOf(receiver.received).toSorted()).toEqual(ids.toSorted());
    await inState(id, 'working');
    expect(await progressOf(id)).toMatchObject({ problem: null, rejected: 0, lagSeconds: 0 });
  });

  it('can be Kafka, which gets a test and the records, and only where its brokers may be reached', async () => {
    const kafka = await startKafka({ partitions: 3 });
    try {
      const config = { brokers: kafka.brokers, topic: kafka.topic, tls: false, encoding: 'protobuf' };
      const sink = { workspaceId: null, name: 'kafka', kind: 'kafka' as const, enabled: true, config: {}, hint: 'h' };
      const settings = { batch: { max_age_ms: 100 }, fields: ['outcome'] };
      const { id } = await database.change(ACTOR, ({ tenantExports }) =>
        tenantExports.create(one.organizationId, { ...sink, settings, secrets: config }),
      );
      start({});
      await database.tenantExports.askTest(id, 0);
      await waitUntil('the refusal', async () => (await progressOf(id)).testProblem ?? undefined, LIMIT_MS);
      expect((await progressOf(id)).testProblem).toMatch(/^Refused: the host is/);
      expect(kafka.connections).toEqual([0]);
      await Promise.all(started.splice(0).map((exporter) => exporter.stop()));

      start();
      await database.tenantExports.askTest(id, 0);
      const ids = await store({ tenant: one }, {}, 40);
      await waitUntil('all', () => (kafka.messages.length === 41 ? true : undefined), LIMIT_MS);
      const records = kafka.messages.filter(({ key }) => key === one.organizationId);
      expect(records.map(({ headers }) => headers['record-id']).toSorted()).toEqual(ids.toSorted());
      await inState(id, 'working');
      expect(await metrics.renderMetrics()).toContain(
        'service_export_records_total{sink="org:kafka",outcome="delivered"} 40',
      );
      expect(failures).toEqual([]);
    } finally {
      await kafka.close();
    }
  });

  it('hold nobody while they never answer, refuse, or are not there', async () => {
    const [stalled, refusing] = [await open(), await open()];
    stalled.behave(stall);
    refusing.behave(answer(403));
    const away = [
      await addSink({ tenant: one }, stalled.url),
      await addSink({ tenant: one }, refusing.url),
      await addSink({ tenant: one }, 'http://127.0.0.1:1'),
    ];
    await addSink({ tenant: two });
    start();
    await store({ tenant: one }, {}, 3);
    await waitUntil('the first request', () => stalled.received[0], LIMIT_MS);
    const ids = await store({ tenant: two }, {}, 3);
    await arrived(ids);
    expect(idsOf(receiver.received).toSorted()).toEqual(ids.toSorted());
    await inState(away[0] ?? '', 'away');
    await inState(away[1] ?? '', 'refused');
    await inState(away[2] ?? '', 'away');
    expect(await progressOf(away[1] ?? '')).toMatchObject({
      problem: 'The sink answered 403.',
      haltedAt: expect.any(Date),
    });
    expect(await metrics.renderMetrics()).toMatch(/service_export_failures_total\{sink="org:http",reason="refused"\}/);
  });

  it('reject one record of a batch with its reason, and take the others', async () => {
    const id = await addSink({ tenant: one });
    receiver.behave(({ text }, response) => {
      response.writeHead(text.includes('poison') ? 422 : 200).end();
    });
    start();
    const good = await store({ tenant: one }, {}, 3);
    const [bad] = await store({ tenant: one }, { session: 'poison' });
    await waitUntil('the reject', async () => ((await progressOf(id)).rejected === 1 ? true : undefined), LIMIT_MS);
    await waitUntil(
      'the others',
      async () => ((await progressOf(id)).delivered === good.length ? true : undefined),
      LIMIT_MS,
    );
    expect(await database.tenantExports.listRejects(id, 10)).toMatchObject([
      { id: bad, reason: 'The sink answered 422.' },
    ]);
  });

  it('send nothing to a private network, whatever they were saved with', async () => {
    const storage = await startObjectStorage();
    const id = await addSink({ tenant: one });
    const objects = await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.create(one.organizationId, {
        workspaceId: null,
        name: 'objects',
        kind: 's3',
        enabled: true,
        settings: {},
        config: {},
        hint: '',
        secrets: {
          bucket: storage.bucket,
          endpoint: storage.url,
          access_key_id: storage.accessKeyId,
          secret_access_key: storage.secretAccessKey,
          path_style: true,
        },
      }),
    );
    await store({ tenant: one });
    start({});
    await inState(id, 'away');
    await inState(objects.id, 'away');
    expect((await progressOf(id)).problem).toMatch(/^Refused: /);
    expect((await progressOf(objects.id)).problem).toMatch(/^Refused: /);
    expect([receiver.received, storage.objects.size]).toEqual([[], 0]);
    start();
    await waitUntil('the object', () => (storage.objects.size === 1 ? true : undefined), LIMIT_MS);
    await storage.close();
  });

  it('are tested with one record of no request, and the result is noted', async () => {
    const id = await addSink({ tenant: one });
    expect(await database.tenantExports.askTest(id, 0)).toBe(true);
    expect(await database.tenantExports.askTest(id, 0)).toBe(false);
    start();
    await waitUntil('the test', async () => (await progressOf(id)).testedAt ?? undefined, LIMIT_MS);
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({ endpoint: 'exports.test' });
    expect(await progressOf(id)).toMatchObject({ testProblem: null, testAskedAt: null, delivered: 0 });
    receiver.behave(answer(401));
    expect(await database.tenantExports.askTest(id, 0)).toBe(true);
    await waitUntil('the problem', async () => (await progressOf(id)).testProblem ?? undefined, LIMIT_MS);
    expect(await progressOf(id)).toMatchObject({ testProblem: 'The sink answered 401.' });
  });

  it('are tested while they are stopped, so that whoever switches them on again knows', async () => {
    const id = await addSink({ tenant: one });
    await database.sql.executeSql("UPDATE export_sinks SET state = 'stopped' WHERE export_id = $1", [id]);
    expect(await database.tenantExports.askTest(id, 0)).toBe(true);
    start();
    await waitUntil('the test', async () => (await progressOf(id)).testedAt ?? undefined, LIMIT_MS);
    expect(await progressOf(id)).toMatchObject({ state: 'stopped', testProblem: null });
  });

  it('have turns at once for so many slow ones alone, however many of them wait', async () => {
    const tenants = await Promise.all([addTenant(), addTenant(), addTenant(), addTenant()]);
    for (const tenant of tenants) {
      await addSink({ tenant });
      await store({ tenant });
    }
    await database.exportWork.stamp();
    const slow = tenants.slice(0, 3).map(({ organizationId }) => organizationId);
    await database.sql.executeSql(
      "UPDATE export_sinks SET is_slow = true, due_at = now() - interval '1 hour' WHERE organization_id = ANY ($1)",
      [slow],
    );
    const take = (mostSlow: number) => database.exportTurns.take({ most: 16, busy: [], mostSlow }, 30);
    const first = await take(2);
    expect(first.map(({ isSlow }) => isSlow).toSorted()).toEqual([false, true, true]);
    expect(await take(0)).toEqual([]);
    expect((await take(1)).map(({ isSlow }) => isSlow)).toEqual([true]);
  });

  it('are stopped once a record has waited for a week, and keep no entries from then on', async () => {
    const id = await addSink({ tenant: one });
    await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.update(one.organizationId, id, () => ({ enabled: false })),
    );
    await store({ tenant: one });
    await database.exportWork.stamp();
    await database.sql.executeSql("UPDATE export_entries SET created_at = now() - interval '6 days'");
    start();
    await database.exportTurns.stopOverdue(7);
    expect((await progressOf(id)).state).toBe('new');
    await database.sql.executeSql("UPDATE export_entries SET created_at = now() - interval '8 days'");
    await inState(id, 'stopped');
    await store({ tenant: one });
    const count = async () => (await database.sql.executeSql('SELECT FROM export_entries')).rows.length;
    await waitUntil('the entries to go', async () => ((await count()) === 0 ? true : undefined), LIMIT_MS);
    await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.update(one.organizationId, id, () => ({ enabled: true })),
    );
    const ids = await store({ tenant: one });
    await arrived(ids);
    expect(idsOf(receiver.received)).toEqual(ids);
  });

  it(
    'exports stored texts with their records where a sink is for them, and to no other',
    async () => {
      const other = await open();
      await addSink({ tenant: one }, receiver.url, {}, { payloads: true });
      await addSink({ tenant: one }, other.url);
      start();
      const old = new Date(Date.now() - 60_000);
      const ids = [...(await storeWithTexts({ tenant: one }, old)), ...(await store({ tenant: one }, {}, 1))];
      await storeWithTexts({ tenant: two }, old);
      await arrived(ids);
      await arrived(ids, other);
      const records = recordsOf(receiver.received);
      expect(records.map(({ payload }) => payload)).toEqual([
        { request: { input: `of ${one.organizationId}` }, answer: null, is_truncated: false },
        undefined,
      ]);
      expect(JSON.stringify(recordsOf(other.received))).not.toContain('payload');
    },
    LIMIT_MS,
  );

  it(
    'waits with a record until its texts would be there',
    async () => {
      await addSink({ tenant: one }, receiver.url, {}, { payloads: true });
      start();
      const stored = performance.now();
      const ids = await storeWithTexts({ tenant: one }, new Date());
      await arrived(ids);
      expect(performance.now() - stored).toBeGreaterThan(4_000);
      expect(recordsOf(receiver.received)[0]).toHaveProperty('payload.request');
    },
    LIMIT_MS,
  );

  it('have their turn at once after an edit, and say so if their settings do not open', async () => {
    const id = await addSink({ tenant: one }, 'http://127.0.0.1:1');
    await store({ tenant: one });
    start();
    await inState(id, 'away');
    await database.sql.executeSql("UPDATE export_sinks SET due_at = now() + interval '1 hour' WHERE export_id = $1", [
      id,
    ]);
    await database.change(ACTOR, ({ tenantExports }) =>
      tenantExports.update(one.organizationId, id, () => ({
        sealed: { secrets: { url: receiver.url }, config: {}, hint: '' },
      })),
    );
    await waitUntil('a request', () => receiver.received[0], LIMIT_MS);
    await database.sql.executeSql("UPDATE exports SET sealed = 'broken' WHERE id = $1", [id]);
    await store({ tenant: one });
    await inState(id, 'refused');
    expect((await progressOf(id)).problem).toMatch(/^The encryption key does not open/);
  });
});
