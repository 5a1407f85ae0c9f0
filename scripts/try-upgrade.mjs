#!/usr/bin/env node
/**
 * Runs the services of an earlier commit on the schema of this one, as during a rolling upgrade:
 *
 *   node scripts/try-upgrade.mjs v1.2.3
 *
 * It builds that commit in another folder, lets its services make the schema, migrates it with this build, and sends requests
 * through the earlier gateway and this one at once. Every request must be answered, and recorded once. Needs a build,
 * pnpm on the path, and Debian's PostgreSQL. Takes minutes: the release workflow runs it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findClosedPort,
  findPostgres,
  httpRequest,
  spawnService,
  startPostgres,
  TEST_KEYS,
  testEncryptionKey,
  waitUntil,
  waitUntilReady,
} from '../libs/testing/dist/index.js';
import { buildEarlier } from './build-earlier.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REQUESTS = 200;
const CONFIG = `server: { host: 127.0.0.1, drain_delay_ms: 0 }
providers: [{ name: simulator, kind: simulator }]
models: [{ logical_name: simulator, provider: simulator, upstream_model: simulator }]
teams: [{ name: research, api_keys: [{ name: ci, key: ${TEST_KEYS.research} }] }]
`;

const [earlier = ''] = process.argv.slice(2);
if (earlier === '') {
  process.stderr.write('try-upgrade: name the commit or tag to upgrade from\n');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'multilane-upgrade-'));
const earlierRoot = join(folder, 'earlier');
/** @type {(() => Promise<unknown>)[]} */
const cleanUp = [];
try {
  buildEarlier(earlier, earlierRoot);
  await tryUpgrade();
} finally {
  for (const step of cleanUp.reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
}

async function tryUpgrade() {
  writeFileSync(join(folder, 'gateway.yaml'), `${CONFIG}audit: { spool_dir: ${folder}/spool }\n`);
  const postgres = await startPostgres();
  cleanUp.push(() => postgres.stop());
  const url = await postgres.createDatabase();
  const env = { GATEWAY_CONFIG: join(folder, 'gateway.yaml'), DATABASE_URL: url, ENCRYPTION_KEY: testEncryptionKey(3) };
  const migrate = (/** @type {string} */ root) =>
    execFileSync(process.execPath, [join(root, 'apps/workspace/dist/cli/main.js'), 'migrate'], {
      env,
      encoding: 'utf8',
    });

  const start = async (/** @type {string} */ root, /** @type {string} */ app) => {
    const port = await findClosedPort();
    const entry = join(root, 'apps', app, 'dist/main.js');
    const service = await spawnService(process.execPath, [entry], { ...env, PORT: String(port) });
    cleanUp.push(() => service.stop());
    await waitUntilReady(service, `http://127.0.0.1:${port}/ready`, 120_000);
    return `http://127.0.0.1:${port}`;
  };

  migrate(earlierRoot);
  const workspace = await start(earlierRoot, 'workspace');
  const before = await start(earlierRoot, 'gateway');
  await chat(before);
  say(`migrated: ${migrate(ROOT).trim()}`);
  // One that ran meanwhile, one that an orchestrator starts again, and a new one.
  const gateways = [before, await start(earlierRoot, 'gateway'), await start(ROOT, 'gateway')];
  for (let sent = 0; sent < REQUESTS; sent += gateways.length) await Promise.all(gateways.map(chat));
  const { status } = await httpRequest({ url: `${workspace}/ready` });
  if (status !== 200) throw new Error(`the earlier workspace answers /ready with ${status}`);

  const expected = 1 + Math.ceil(REQUESTS / gateways.length) * gateways.length;
  const query = 'SELECT count(*) FROM audit_records';
  const psql = [
    join(findPostgres() ?? '', 'psql'),
    '--no-psqlrc',
    '--tuples-only',
    '--no-align',
    '--command',
    query,
    url,
  ];
  const count = () => Number(execFileSync(psql[0] ?? '', psql.slice(1), { encoding: 'utf8' }));
  await waitUntil(`${expected} records`, () => count() === expected || undefined, 30_000);
  say(`${expected} requests were answered and recorded while ${earlier} and this commit ran on one schema`);
}

/** @param {string} gateway */
async function chat(gateway) {
  const { status, text } = await httpRequest({
    method: 'POST',
    url: `${gateway}/v1/chat/completions`,
    headers: { authorization: `Bearer ${TEST_KEYS.research}` },
    body: { model: 'simulator', messages: [{ role: 'user', content: 'Hello' }] },
  });
  if (status !== 200) throw new Error(`a request was answered with ${status}: ${text}`);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`try-upgrade: ${text}\n`);
}
