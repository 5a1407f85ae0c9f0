import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findClosedPort,
  findPostgres,
  httpRequest,
  type PostgresServer,
  PROJECT_ROOT,
  type Service,
  spawnService,
  startPostgres,
  TEST_KEYS,
  testEncryptionKey,
  waitUntilReady,
} from '@multilane/testing';

const LIMIT_MS = 180_000;
const MAX_BYTES = 200e6;
const NOBODY = 65_534;

/** The workspace needs PostgreSQL, which CI installs. */
const SERVERS = findPostgres() === undefined && !process.env.CI ? [] : ['PostgreSQL'];

const CONFIG = `
server: { host: 127.0.0.1, drain_delay_ms: 0 }
providers: [{ name: simulator, kind: simulator }]
models: [{ logical_name: simulator, provider: simulator, upstream_model: simulator }]
teams: [{ name: research, api_keys: [{ name: ci, key: "\${RESEARCH_KEY}" }] }]
`;

let folder: string;
const running: Service[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multilane-image-'));
  // The service's account must reach its files, and the runtime may be in a home of the tests' account.
  chmodSync(folder, 0o755);
  copyFileSync(process.execPath, join(folder, 'node'));
  writeFileSync(join(folder, 'gateway.yaml'), CONFIG);
});

afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

function makeTree(service: 'gateway' | 'workspace'): string {
  const tree = join(folder, service);
  const script = join(PROJECT_ROOT, 'scripts/make-image-tree.mjs');
  execFileSync(process.execPath, [script, service, tree, '--prefer-offline'], { stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync('chmod', ['-R', 'a-w,a+rX', tree]);
  return tree;
}

/** What the layer of an image would hold: links count by the length of their target. */
function measureTree(tree: string): number {
  const paths = globSync('**/*', { cwd: tree }).concat(globSync('**/.*', { cwd: tree }));
  return [...new Set(paths)].reduce((sum, path) => {
    const status = lstatSync(join(tree, path));
    return status.isDirectory() ? sum : sum + status.size;
  }, 0);
}

/** Starts a program of the tree as an account that owns nothing of it, with no environment but `env`. */
function runIn(tree: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Service> {
  const become =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const command = ['-c', 'cd "$0" && exec "$@"', tree, ...become, join(folder, 'node'), ...args];
  return spawnService('/bin/sh', command, { PATH: '/usr/sbin:/usr/bin:/bin', NODE_ENV: 'production', ...env });
}

async function startIn(tree: string, env: Readonly<Record<string, string>>): Promise<string> {
  const port = await findClosedPort();
  const service = await runIn(tree, ['dist/main.js'], {
    GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
    RESEARCH_KEY: TEST_KEYS.research,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...env,
  });
  running.push(service);
  await waitUntilReady(service, `http://127.0.0.1:${port}/ready`, 90_000);
  return `http://127.0.0.1:${port}`;
}

describe("the files of the gateway's image", () => {
  it(
    'are under 200 MB, run on every architecture, and answer a chat as an account that can change none of them',
    async () => {
      const tree = makeTree('gateway');
      expect(measureTree(tree)).toBeLessThan(MAX_BYTES);
      expect(globSync('**/*.{node,so,map,ts}', { cwd: tree })).toEqual([]);
      const url = await startIn(tree, {});
      const answer = await httpRequest({
        method: 'POST',
        url: `${url}/v1/chat/completions`,
        headers: { authorization: `Bearer ${TEST_KEYS.research}` },
        body: { model: 'simulator', messages: [{ role: 'user', content: 'Say hello' }] },
      });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('chat.completion')]);
    },
    LIMIT_MS,
  );
});

describe.each(SERVERS)("the files of the workspace's image, on %s", () => {
  let postgres: PostgresServer;

  beforeAll(async () => {
    postgres = await startPostgres();
  }, LIMIT_MS);

  afterAll(() => postgres?.stop());

  it(
    'are under 200 MB, migrate by the command line, serve the console, and hold what its users need to know',
    async () => {
      const tree = makeTree('workspace');
      expect(measureTree(tree)).toBeLessThan(MAX_BYTES);
      const env = { DATABASE_URL: await postgres.createDatabase(), ENCRYPTION_KEY: testEncryptionKey(7) };
      const migration = await runIn(tree, ['dist/cli/main.js', 'migrate'], env);
      expect([await migration.exited, migration.stderr()]).toEqual([{ code: 0, signal: null }, '']);
      expect(migration.stdout()).toContain('Applied: ');
      const url = await startIn(tree, env);
      const page = await httpRequest({ url: `${url}/ui` });
      expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
      const licence = readFileSync(join(tree, 'LICENSE'), 'utf8');
      expect(licence).toBe(readFileSync(join(PROJECT_ROOT, 'LICENSE'), 'utf8'));
      const notices = readFileSync(join(tree, 'THIRD-PARTY-NOTICES.md'), 'utf8');
      for (const name of ['react-dom', 'fastify']) expect(notices).toMatch(new RegExp(`^## .*\\b${name}\\b`, 'm'));
    },
    LIMIT_MS,
  );
});

describe('deploy/Dockerfile', () => {
  const text = readFileSync(join(PROJECT_ROOT, 'deploy/Dockerfile'), 'utf8');

  it('makes the image of that tree, and runs it as an account by its number', () => {
    const runs = text.match(/^RUN .*$/gm);
    expect(runs).toEqual([
      expect.stringMatching(/^RUN npm install --global pnpm@\d+\.\d+\.\d+$/),
      'RUN pnpm install --frozen-lockfile && pnpm run build',
      'RUN node scripts/make-image-tree.mjs "$' + '{SERVICE}" /app',
      'RUN chown -R 1000:1000 .multilane',
    ]);
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
  });
});
