import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '@multilane/persistence';
import { auditLine, auditLines, findPostgres, startPostgres } from '@multilane/testing';
import { DAYS, daysBefore, fillRequests } from './fill-requests.js';

/**
 * Measures the duration of /admin/audit and /admin/usage over many requests, and the speed at which records are stored beside them. Writes
 * a table for docs/usage.md to standard output.
 *
 *   pnpm bench:audit [rows, 10000000]
 */
const rows = Number(process.argv[2] ?? 10_000_000);
const ORGANIZATION = '01900000-0000-7000-8000-000000000001';
const id = (letter: string, number: number): string =>
  `01900000-0000-7000-8000-${letter}${number.toString(16).padStart(11, '0')}`;

const WORKSPACES = Array.from({ length: 20 }, (_, number) => id('a', number));

const day = (date: Date): string => date.toISOString().slice(0, 10);

const note = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('this needs PostgreSQL');
  const server = await startPostgres();
  const url = await server.createDatabase();
  const sql = (text: string): string => {
    const run = spawnSync(join(bin, 'psql'), [url, '-qAt', '-v', 'ON_ERROR_STOP=1', '-F', '\t', '-c', text], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return run.stdout.trim();
  };
  const database = await openDatabase({ url });
  try {
    await database.migrate();
    await Promise.all([30, 60, 90, 92].map((days) => database.makeAuditPartitions(daysBefore(days))));
    fillRequests(sql, [{ organizationId: ORGANIZATION, workspaceIds: WORKSPACES, rows }], note);
    note(
      `tables and indexes: ${sql("SELECT pg_size_pretty(sum(pg_total_relation_size(inhrelid))) FROM pg_inherits WHERE inhparent = 'audit_records'::regclass")}`,
    );
    process.stdout.write(
      `| query over ${rows.toLocaleString('en')} requests of ${DAYS} days | median (ms) | slowest of 20 (ms) |\n|---|---|---|\n`,
    );
    await measureAll(database);
    await measureStoring(database);
    note(explain(sql));
  } finally {
    await database.close();
    await server.stop();
  }
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

async function measureAll(database: Opened): Promise<void> {
  const page = (filters: object) => () => database.auditRecords.listPage(ORGANIZATION, { limit: 50, filters });
  const usage =
    (groups: readonly string[], days: number, more: object = {}) =>
    () =>
      database.usage.list(ORGANIZATION, {
        fromDay: day(daysBefore(days)),
        toDay: day(new Date()),
        groups: groups as never,
        limit: 101,
        offset: 0,
        ...more,
      });
  const middle = await database.auditRecords.listPage(ORGANIZATION, { limit: 1, filters: { to: daysBefore(45) } });
  await measure('audit: the newest page', page({}));
  await measure('audit: a page in the middle, by its cursor', () =>
    database.auditRecords.listPage(ORGANIZATION, { limit: 50, cursor: middle.nextCursor ?? undefined }),
  );
  await measure('audit: a day of last month', page({ from: daysBefore(41), to: daysBefore(40) }));
  await measure('audit: of a team', page({ team: id('b', 17) }));
  await measure('audit: of a key', page({ credential: id('d', 1234) }));
  await measure('audit: of a person', page({ userId: id('c', 77) }));
  await measure('audit: of a workspace', page({ workspaceIds: [id('a', 3)] }));
  await measure('audit: for a model', page({ model: 'model-3' }));
  await measure('audit: of a provider that never served', page({ provider: 'none' }));
  await measure('audit: refused, of a team', page({ team: id('b', 17), outcome: 'refused' }));
  await measure('audit: with status 500, which there is none', page({ status: 500 }));
  await measure('audit: of a team and a model that never met', page({ team: id('b', 17), model: 'none' }));
  await measure('audit: by request id', page({ requestId: 'req-4711' }));
  await measure('usage: this and last week, in all', usage([], 14));
  await measure('usage: 30 days by team', usage(['team'], 30));
  await measure('usage: 30 days by day and model', usage(['day', 'model'], 30));
  await measure('usage: 30 days by key', usage(['key'], 30));
  await measure('usage: 90 days by provider', usage(['provider'], 90));
  await measure('usage: 90 days of a team by day', usage(['day'], 90, { teamId: id('b', 17) }));
}

async function measure(name: string, ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 20; run++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  times.sort((left, right) => left - right);
  process.stdout.write(`| ${name} | ${times[10]?.toFixed(1)} | ${times.at(-1)?.toFixed(1)} |\n`);
}

/** Batches as a gateway stores them, one after the other, with all indexes in place. */
async function measureStoring(database: Opened): Promise<void> {
  const batches = 60;
  const lines = Array.from({ length: batches }, (_batch, batch) =>
    auditLines(
      Array.from({ length: 500 }, (_record, record) =>
        auditLine({
          organization_id: ORGANIZATION,
          team_id: id('b', record % 200),
          credential_id: id('d', (batch * 500 + record) % 5000),
          request_id: `new-${batch}-${record}`,
        }),
      ),
    ),
  );
  const began = performance.now();
  for (const batch of lines) await database.storeAuditRecords(batch);
  const each = (performance.now() - began) / batches;
  process.stdout.write(
    `| storing 500 records (${Math.round(500_000 / each)} a second by one gateway) | ${each.toFixed(1)} | |\n`,
  );
}

/** Lists the indexes that the database used. */
function explain(sql: (text: string) => string): string {
  return sql(
    `SELECT indexrelname, idx_scan FROM pg_stat_user_indexes WHERE idx_scan > 0 AND relname LIKE 'audit_records%' ORDER BY 1`,
  );
}

await main();
