import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { AuditRetentionTask } from '../../src/modules/audit/audit-retention-task.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const PATH = '/admin/exports';
const HTTP = {
  kind: 'http',
  config: {
    url: 'https://in.example.com/T0ken',
    signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: { 'x-tenant': 'hush' },
  },
};

interface Shown {
  readonly id: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

describe.each(serviceDatabases())('/admin/exports on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let workspaceAdmin: TestCaller;
  let names = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const other = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: other.organizationId });
    const memberships = [{ workspaceId: workspace.workspaceId, role: 'admin' as const }];
    workspaceAdmin = await workspace.signIn({ role: 'org_member', memberships });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  afterEach(async () => {
    await workspace.database.sql.executeSql('DELETE FROM exports');
  });

  const create = async (body: object = {}, caller = owner): Promise<Shown> => {
    const answer = await caller.send(`POST ${PATH}`, { name: `sink-${++names}`, ...HTTP, ...body });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Shown;
  };

  it('creates a sink with every default, and shows no secret of it', async () => {
    const sink = await create({ filter: { teams: ['search'], outcomes: ['failed'] }, sample_ratio: 0.5 });
    expect(sink).toMatchObject({
      object: 'export',
      workspace_id: workspace.workspaceId,
      hint: 'https://in.example.com',
      config: {
        url: 'https://in.example.com',
        signing_secret: '...LaSw',
        headers: { 'x-tenant': '...' },
        format: 'ndjson',
      },
      filter: { teams: ['search'], outcomes: ['failed'], tags: {} },
      fields: null,
      sample_ratio: 0.5,
      batch: { max_records: 1000, max_kb: 2048, max_age_ms: 1000 },
      enabled: true,
      progress: { state: 'new', problem: null, lag_seconds: 0, delivered: 0, is_test_pending: false },
    });
    const listed = await owner.send(`GET ${PATH}`);
    expect(listed.json()).toMatchObject({ data: [{ id: sink.id }] });
    const { rows } = await workspace.database.sql.executeSql('SELECT exports::text AS stored FROM exports');
    const { rows: changes } = await workspace.database.sql.executeSql('SELECT changes::text AS stored FROM changes');
    const everything = JSON.stringify([sink, listed.json(), rows, changes]);
    expect(everything).not.toMatch(/T0ken|MfKQ9r8GKYq|hush/);
    expect(JSON.stringify(changes)).toContain('export.create');
    expect((await owner.send(`DELETE ${PATH}/${sink.id}`)).status).toBe(204);
    expect(refusalOf(await owner.send(`GET ${PATH}/${sink.id}`))).toEqual([404, 'not_found']);
  });

  it.each([
    ['a file', { kind: 'file', config: { path: '/tmp/x' } }, 'kind'],
    ['no address', { config: {} }, 'config.url'],
    ['an address in a private network', { config: { url: 'http://10.0.0.1/in' } }, 'config.url'],
    ['the address of metadata', { config: { url: 'http://169.254.169.254/' } }, 'config.url'],
    [
      'a storage in a private network',
      {
        kind: 's3',
        config: { bucket: 'bucket', access_key_id: 'a', secret_access_key: 'b', endpoint: 'http://127.0.0.1:9000' },
      },
      'config.endpoint',
    ],
    [
      'a broker in a private network',
      { kind: 'kafka', config: { brokers: ['kafka.example.com:9093', '[::1]:9092'], topic: 'records' } },
      'config.brokers[1]',
    ],
    [
      'a broker without a port',
      { kind: 'kafka', config: { brokers: ['kafka.example.com'], topic: 'r' } },
      'config.brokers[0]',
    ],
    [
      'a login without a password',
      { kind: 'kafka', config: { brokers: ['k.example.com:1'], topic: 'r', sasl_mechanism: 'PLAIN', username: 'u' } },
      'config.password',
    ],
    [
      'a storage account in a private network',
      { kind: 'azure_blob', config: { url: 'http://10.0.0.9/', container: 'records', account_key: 'a2V5' } },
      'config.url',
    ],
    [
      'a storage account without a credential',
      { kind: 'azure_blob', config: { url: 'https://a.blob.core.windows.net', container: 'records' } },
      'config.account_key',
    ],
    ['a setting of another kind', { config: { ...HTTP.config, table: 'x' } }, 'config.table'],
    ['a filter on organizations', { filter: { organizations: ['other'] } }, 'filter.organizations'],
    ['a batch beyond its bound', { batch: { max_records: 5000 } }, 'batch.max_records'],
    ['no share', { sample_ratio: 0 }, 'sample_ratio'],
    [
      'a header of the connection',
      { config: { ...HTTP.config, headers: { connection: 'x' } } },
      'config.headers.connection',
    ],
  ])('refuses %s, and names the field', async (_title, body, param) => {
    const answer = await owner.send(`POST ${PATH}`, { name: 'wrong', ...HTTP, ...body });
    expect(answer.status).toBe(400);
    expect((answer.json() as { error: { param: string } }).error.param).toBe(param);
  });

  it('creates a sink of Kafka, whose password is never shown', async () => {
    const login = { sasl_mechanism: 'SCRAM-SHA-512', username: 'lane', password: 'hush-hush-hush-hush' };
    const config = { brokers: ['kafka.example.com:9093'], topic: 'records', ...login };
    const sink = await create({ kind: 'kafka', config });
    expect(sink).toMatchObject({
      hint: 'kafka.example.com:9093',
      config: { ...config, password: '...hush', key: 'organization', encoding: 'json', tls: true, gzip: true },
    });
    const renamed = await owner.send(`PATCH ${PATH}/${sink.id}`, { sample_ratio: 0.5 });
    expect(renamed.json()).toMatchObject({ sample_ratio: 0.5, config: { password: '...hush' } });
  });

  it('creates a sink in a storage account, whose key stays where the form is changed', async () => {
    const storage = { url: 'https://lane.blob.core.windows.net', container: 'records', format: 'parquet' };
    const sink = await create({ kind: 'azure_blob', config: { ...storage, account_key: 'aHVzaC1odXNoLWh1c2g=' } });
    const shown = { ...storage, account_key: '...c2g=', manifest: false };
    expect(sink).toMatchObject({ hint: storage.url, config: shown });
    const renamed = await owner.send(`PATCH ${PATH}/${sink.id}`, { sample_ratio: 0.5 });
    expect(renamed.json()).toMatchObject({ sample_ratio: 0.5, config: shown });
  });

  it('changes settings without the secrets, and replaces those of the kind as a whole', async () => {
    const sink = await create();
    const changed = await owner.send(`PATCH ${PATH}/${sink.id}`, {
      name: 'renamed',
      fields: ['outcome'],
      batch: { max_age_ms: 200 },
    });
    expect(changed.json()).toMatchObject({
      name: 'renamed',
      fields: ['outcome'],
      batch: { max_records: 1000, max_age_ms: 200 },
      config: { signing_secret: '...LaSw' },
    });
    const moved = await owner.send(`PATCH ${PATH}/${sink.id}`, {
      fields: null,
      config: { url: 'https://new.example.com/in' },
    });
    expect(moved.json()).toMatchObject({ fields: null, hint: 'https://new.example.com' });
    expect((moved.json() as { config: object }).config).not.toHaveProperty('signing_secret');
    const [{ config, settings } = { config: undefined, settings: {} }] = await takeTurns();
    expect(config).toMatchObject({ url: 'https://new.example.com/in' });
    expect(settings).not.toHaveProperty('fields');
  });

  /** The settings that a worker gets, with a test as its cause. */
  const takeTurns = async () => {
    await workspace.database.sql.executeSql('UPDATE export_sinks SET test_asked_at = now()');
    return workspace.database.exportTurns.takeTests(10);
  };

  it('honours If-Match, and knows a name once in its place', async () => {
    const sink = await create({ name: 'once' });
    const { headers } = await owner.send(`GET ${PATH}/${sink.id}`);
    const again = await owner.send(`POST ${PATH}`, { name: 'once', ...HTTP });
    expect(refusalOf(again)).toEqual([409, 'conflict', 'name']);
    await create({ name: 'once', scope: 'organization' });
    await owner.send(`PATCH ${PATH}/${sink.id}`, { sample_ratio: 0.25 });
    const late = await owner.send(
      `PATCH ${PATH}/${sink.id}`,
      { sample_ratio: 1 },
      { 'if-match': String(headers.etag) },
    );
    expect(refusalOf(late)).toEqual([412, 'precondition_failed', 'If-Match']);
  });

  it('loses none of several changes at once that name no version and change different members', async () => {
    const sink = await create();
    const changes = [
      { sample_ratio: 0.25 },
      { timeout_ms: 5_000 },
      { fields: ['outcome'] },
      { batch: { max_records: 10 } },
      { filter: { teams: ['search'] } },
      { name: 'renamed at once' },
    ];
    const answers = await Promise.all(changes.map((change) => owner.send(`PATCH ${PATH}/${sink.id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await owner.send(`GET ${PATH}/${sink.id}`)).json()).toMatchObject({
      name: 'renamed at once',
      sample_ratio: 0.25,
      timeout_ms: 5_000,
      fields: ['outcome'],
      batch: { max_records: 10 },
      filter: { teams: ['search'] },
    });
  });

  it('exports stored texts only where who says so may read them, and then takes changes of them alone', async () => {
    expect(await create()).toMatchObject({ payloads: false });
    const body = { name: 'texts', ...HTTP, payloads: true };
    expect(refusalOf(await workspaceAdmin.send(`POST ${PATH}`, body))).toEqual([403, 'permission_denied']);
    const plain = await create({}, workspaceAdmin);
    const toTexts = await workspaceAdmin.send(`PATCH ${PATH}/${plain.id}`, { payloads: true });
    expect(refusalOf(toTexts)).toEqual([403, 'permission_denied']);
    const sink = await create({ payloads: true });
    expect(sink).toMatchObject({ payloads: true });
    const elsewhere = { config: { url: 'https://elsewhere.example.com' } };
    const moved = await workspaceAdmin.send(`PATCH ${PATH}/${sink.id}`, elsewhere);
    expect(refusalOf(moved)).toEqual([403, 'permission_denied']);
    expect((await owner.send(`PATCH ${PATH}/${sink.id}`, elsewhere)).json()).toMatchObject({ payloads: true });
    expect((await workspaceAdmin.send(`PATCH ${PATH}/${sink.id}`, { payloads: false })).status).toBe(200);
  });

  it('gives an administrator of a workspace its sinks, and none of the organization', async () => {
    const [own, wide] = [await create({}, workspaceAdmin), await create({ scope: 'organization' })];
    expect(wide.workspace_id).toBeNull();
    expect((await workspaceAdmin.send(`GET ${PATH}`)).json()).toMatchObject({ data: [{ id: own.id }] });
    expect(refusalOf(await workspaceAdmin.send(`GET ${PATH}/${wide.id}`))).toEqual([404, 'not_found']);
    const wider = await workspaceAdmin.send(`POST ${PATH}`, { name: 'wider', scope: 'organization', ...HTTP });
    expect(refusalOf(wider)).toEqual([403, 'permission_denied']);
  });

  it('shows, changes, tests and deletes nothing of another organization', async () => {
    const sink = await create();
    for (const route of [
      `GET ${PATH}/${sink.id}`,
      `PATCH ${PATH}/${sink.id}`,
      `DELETE ${PATH}/${sink.id}`,
      `POST ${PATH}/${sink.id}/test`,
      `GET ${PATH}/${sink.id}/rejects`,
    ]) {
      expect(refusalOf(await stranger.send(route, route.startsWith('PATCH') ? {} : undefined))).toEqual([
        404,
        'not_found',
      ]);
    }
    expect((await stranger.send(`GET ${PATH}`)).json()).toMatchObject({ data: [] });
  });

  it('asks a worker for a test, once at a time', async () => {
    const sink = await create();
    const asked = await owner.send(`POST ${PATH}/${sink.id}/test`);
    expect([asked.status, asked.json()]).toMatchObject([202, { progress: { is_test_pending: true, tested_at: null } }]);
    const [test] = await workspace.database.exportTurns.takeTests(10);
    expect(await workspace.database.exportTurns.takeTests(10)).toEqual([]);
    await workspace.database.exportTurns.endTest(test?.id ?? '', 'The sink answered 403.');
    expect((await owner.send(`GET ${PATH}/${sink.id}`)).json()).toMatchObject({
      progress: { is_test_pending: false, tested_at: expect.any(String), test_problem: 'The sink answered 403.' },
    });
    expect(refusalOf(await owner.send(`POST ${PATH}/${sink.id}/test`))).toEqual([429, 'rate_limit_exceeded']);
  });

  it('gives an organization ten sinks at most', async () => {
    for (let count = 0; count < 10; count += 1) await create();
    expect(refusalOf(await owner.send(`POST ${PATH}`, { name: 'eleventh', ...HTTP }))).toEqual([409, 'conflict']);
    await create({}, stranger);
  });

  it('begins again with the records from then on after a stop, once it is switched on', async () => {
    const sink = await create();
    await workspace.database.sql.executeSql("UPDATE export_sinks SET state = 'stopped', halted_at = now()");
    expect((await owner.send(`PATCH ${PATH}/${sink.id}`, { name: 'still' })).json()).toMatchObject({
      progress: { state: 'stopped' },
    });
    expect((await owner.send(`PATCH ${PATH}/${sink.id}`, { enabled: true })).json()).toMatchObject({
      progress: { state: 'new', halted_at: null },
    });
  });

  it('keeps no entries beyond the retention where no worker exports them', async () => {
    const { sql } = workspace.database;
    const add = (days: number) =>
      sql.executeSql(
        "INSERT INTO export_entries (organization_id, times, ids, created_at) VALUES ($1, '{}', '{}', now() - make_interval(days => $2))",
        [workspace.organizationId, days],
      );
    await add(89);
    await add(91);
    await workspace.app.get(AuditRetentionTask, { strict: false }).run(new Date());
    const { rows } = await sql.executeSql(
      'SELECT extract(day FROM now() - created_at)::int AS days FROM export_entries',
    );
    expect(rows).toEqual([{ days: 89 }]);
    await sql.executeSql('DELETE FROM export_entries');
  });
});
