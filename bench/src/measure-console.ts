import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@multilane/persistence';
import { findPostgres, PROJECT_ROOT, startPostgres } from '@multilane/testing';
import { daysBefore, fillRequests } from './fill-requests.js';
import {
  createSeedCaller,
  inLanes,
  type Named,
  type SeedService,
  startSeedService,
  takeSession,
} from './seed/seed-service.js';

const USAGE = `pnpm bench:console [requests]

Shows how soon each page of the console is there in a large deployment: three organizations, 200 teams, 5,000 keys and ten million
requests, or as many as you say, in a PostgreSQL of its own. Prints a line for each page, and fails if one takes longer than a second.
Needs Debian's PostgreSQL and Chromium. Takes a quarter of an hour; 100000 requests take some minutes.
`;

const TEAMS = 200;
const KEYS = 5_000;
const OWNER = { email: 'ada@example.com', name: 'Ada Byron', password: 'a long enough password' };
const SETUP = { type: 'system', id: null, name: 'bench' } as const;

const note = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  const rows = Number(positionals[0] ?? 10_000_000);
  if (values.help || positionals.length > 1 || !Number.isSafeInteger(rows) || rows < 1) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const bin = findPostgres();
  if (bin === undefined) throw new Error('this needs PostgreSQL');
  const server = await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '4GB' } });
  const folder = mkdtempSync(join(tmpdir(), 'multilane-large-'));
  const url = await server.createDatabase();
  writeFileSync(join(folder, 'gateway.yaml'), `database: { url: '${url}' }\n`);
  const service = await startSeedService(folder);
  try {
    const { cookie, organizationId, workspaces } = await makeWorld(service);
    const database = await openDatabase({ url });
    try {
      await Promise.all([30, 60, 90, 92].map((days) => database.makeAuditPartitions(daysBefore(days))));
      const others = await Promise.all(['second', 'third'].map((name) => makeTenant(database, name)));
      const sql = (text: string): string => {
        const run = spawnSync(join(bin, 'psql'), [url, '-qAt', '-v', 'ON_ERROR_STOP=1', '-F', '\t', '-c', text], {
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        });
        if (run.status !== 0) throw new Error(run.stderr);
        return run.stdout.trim();
      };
      const tenth = Math.round(rows / 10);
      const own = { organizationId, workspaceIds: workspaces.map(({ id }) => id), rows: rows - 2 * tenth };
      fillRequests(sql, [own, ...others.map((other) => ({ ...other, rows: tenth }))], note);
    } finally {
      await database.close();
    }
    return walk({ url: service.url, cookie, workspace: workspaces[0] });
  } finally {
    await service.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The owner, twenty workspaces, a model, the teams and the keys, over the API. */
async function makeWorld({ setupToken, url }: SeedService) {
  const cookie = await takeSession(url, '/auth/setup', { token: setupToken, ...OWNER });
  const { call } = createSeedCaller(url, cookie);
  const organization = await call<Named>('GET', '/org');
  const { data: workspaces } = await call<{ data: Named[] }>('GET', '/admin/workspaces');
  for (let number = workspaces.length; number < 20; number++) {
    workspaces.push(await call('POST', '/admin/workspaces', { name: `workspace-${number}` }));
  }
  const [first] = workspaces;
  const provider = await call<Named>('POST', `/admin/providers?workspace_id=${first?.id}`, {
    name: 'simulated',
    kind: 'simulator',
  });
  await call('POST', `/admin/models?workspace_id=${first?.id}`, {
    logical_name: 'simulator',
    provider_id: provider.id,
    upstream_model: 'simulator',
  });
  await inLanes([...Array(TEAMS).keys()], (number) => call('POST', '/admin/teams', { name: `team-${number}` }));
  await inLanes([...Array(KEYS).keys()], (number) =>
    call('POST', '/admin/keys', {
      name: `key-${number}`,
      team: `team-${number % TEAMS}`,
      workspace_id: workspaces[number % workspaces.length]?.id,
    }),
  );
  note(`${TEAMS} teams and ${KEYS} keys`);
  return { cookie, organizationId: organization.id, workspaces };
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

/** Another organization, whose requests are in the same tables. */
function makeTenant(database: Opened, name: string) {
  return database.change(SETUP, async ({ organizations, workspaces }) => {
    const { id: organizationId } = await organizations.create({ name });
    const workspace = await workspaces.create(organizationId, { name });
    return { organizationId, workspaceIds: [workspace.id] };
  });
}

/** Opens every page in a browser (apps/console/e2e/large-world.ts). Answers the exit code. */
function walk(world: object): number {
  const playwright = [
    '--filter',
    '@multilane/console',
    'exec',
    'playwright',
    'test',
    '-c',
    'playwright.large.config.ts',
  ];
  const { status } = spawnSync('pnpm', playwright, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, MULTILANE_CONSOLE_WORLD: JSON.stringify(world) },
    stdio: 'inherit',
  });
  return status ?? 1;
}

process.exitCode = await main();
