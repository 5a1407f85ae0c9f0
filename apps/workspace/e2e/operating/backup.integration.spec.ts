import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type FakeUpstream,
  findClosedPort,
  findPostgres,
  httpRequest,
  jsonReply,
  type PostgresServer,
  PROJECT_ROOT,
  type Service,
  spawnService,
  startPostgres,
  startUpstream,
  testEncryptionKey,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';

const LIMIT_MS = 180_000;
const SECRET = 'sk-secret-of-the-provider-0123';

/** pg_dump and pg_restore are those of the server, which CI installs. */
const SERVERS = findPostgres() === undefined && !process.env.CI ? [] : ['PostgreSQL'];

describe.each(SERVERS)('a backup of %s', () => {
  let folder: string;
  let postgres: PostgresServer;
  let upstream: FakeUpstream;
  let key: string;
  const running: Service[] = [];

  const start = async (app: 'gateway' | 'workspace', databaseUrl: string) => {
    const port = await findClosedPort();
    const service = await spawnService(process.execPath, [join(PROJECT_ROOT, 'apps', app, 'dist/main.js')], {
      GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: testEncryptionKey(5),
      PORT: String(port),
    });
    running.push(service);
    await waitUntilReady(service, `http://127.0.0.1:${port}/ready`, 90_000);
    return { service, url: `http://127.0.0.1:${port}` };
  };

  const run = (script: string, backup: string, databaseUrl: string) => {
    const { status, stdout, stderr } = spawnSync(join(PROJECT_ROOT, 'deploy', script), [backup], {
      encoding: 'utf8',
      env: {
        PATH: `${findPostgres()}:/usr/bin:/bin`,
        DATABASE_URL: databaseUrl,
        GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
      },
    });
    return { status, stdout, stderr };
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-backup-'));
    const config = 'server: { host: 127.0.0.1, drain_delay_ms: 0 }\nnetwork: { allow_private: [127.0.0.1/32] }\n';
    writeFileSync(join(folder, 'gateway.yaml'), `${config}audit: { spool_dir: ${folder}/spool }\n`);
    [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()]);
    upstream.setDefault(jsonReply(completion()));
  }, LIMIT_MS);

  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await upstream?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  /** A first owner, a provider with a secret, a model of it, and a key that may use it. Answers the key. */
  async function fill(workspace: Awaited<ReturnType<typeof start>>): Promise<string> {
    let cookie = '';
    const post = async (path: string, body: object): Promise<Record<string, string>> => {
      const headers = { cookie, origin: workspace.url };
      const answer = await httpRequest({ method: 'POST', url: workspace.url + path, body, headers });
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      cookie ||= answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      return answer.json() as Record<string, string>;
    };
    const printed = () => /ml_setup_\w+/.exec(workspace.service.stdout() + workspace.service.stderr())?.[0];
    const token = await waitUntil('the setup token', printed);
    await post('/auth/setup', { token, email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' });
    const provider = { name: 'ours', kind: 'openai', base_url: `${upstream.url}/v1`, api_key: SECRET };
    const { id } = await post('/admin/providers', provider);
    await post('/admin/models', { logical_name: 'our-model', provider_id: id, upstream_model: 'gpt-4o' });
    await post('/admin/teams', { name: 'our-team' });
    const headers = { cookie, origin: workspace.url };
    const list = await httpRequest({ url: `${workspace.url}/admin/workspaces`, headers });
    const [first] = (list.json() as { data: { id: string }[] }).data;
    return (await post('/admin/keys', { team: 'our-team', name: 'first', workspace_id: first?.id })).key ?? '';
  }

  it(
    'is made while the services run, and brings back keys and secrets in a new database',
    async () => {
      const before = await postgres.createDatabase();
      key = await fill(await start('workspace', before));
      const backup = join(folder, 'backup');
      expect(run('backup.sh', backup, before)).toEqual({ status: 0, stdout: `${backup}\n`, stderr: '' });
      expect(readdirSync(backup).sort()).toEqual(['SHA256SUMS', 'gateway.yaml', 'multilane.dump']);

      const after = await postgres.createDatabase();
      expect(run('restore.sh', backup, after)).toMatchObject({ status: 0, stderr: '' });
      const { url } = await start('gateway', after);
      const answer = await httpRequest({
        method: 'POST',
        url: `${url}/v1/chat/completions`,
        headers: { authorization: `Bearer ${key}` },
        body: { model: 'our-model', messages: [{ role: 'user', content: 'Say hello' }] },
      });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${SECRET}`]);

      expect(run('backup.sh', backup, before)).toMatchObject({ status: 1, stderr: expect.stringContaining('exists') });
      expect(run('restore.sh', backup, after)).toMatchObject({ status: 1, stderr: expect.stringMatching(/not empty/) });
    },
    LIMIT_MS,
  );

  it(
    'is refused when it is damaged, and is not left behind by half',
    async () => {
      const backup = join(folder, 'backup');
      appendFileSync(join(backup, 'multilane.dump'), 'x');
      const empty = await postgres.createDatabase();
      expect(run('restore.sh', backup, empty)).toMatchObject({ status: 1, stderr: expect.stringMatching(/damaged/) });
      const failed = run('backup.sh', join(folder, 'other'), 'postgres://127.0.0.1:9/nothing');
      expect(failed.status).not.toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
    },
    LIMIT_MS,
  );
});
