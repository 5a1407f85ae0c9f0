import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '@multilane/persistence';
import { auditLine, auditLines, findPostgres, startPostgres } from '@multilane/testing';

/**
 * How long /admin/audit and /admin/usage take over many requests, and how fast records are stored beside them. Writes a table
 * for docs/usage.md to standard output.
 *
 *   pnpm bench:audit [rows, 10000000]
 */
const rows = Number(process.argv[2] ?? 10_000_000);
const ORGANIZATION = '01900000-0000-7000-8000-000000000001';
const SLICE = 500_000;
const DAYS = 90;

/** The id of a thing by its kind and number. */
const keyId = (kind: string, number: string): string =>
  `('01900000-0000-7000-8000-${kind}' || lpad(to_hex((${number})::int), 11, '0'))::uuid`;

/** Requests of 90 days, evenly: 5,000 keys of 200 teams, 20 workspaces, 30 models of 6 providers, one in 25 without success. */
const fill = (from: number, to: number): string => `
INSERT INTO audit_records (time, id, request_id, endpoint, method, status, outcome, error_code, organization_id, organization,
  workspace_id, workspace, team_id, team, user_id, credential_type, credential_id, credential_name, key_role, model,
  logical_name, provider, upstream_model, streamed, duration_ms, prompt_tokens, completion_tokens, total_tokens,
  usage_source, attempts, cost_usd, price_version)
SELECT at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
         || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       'req-' || n, CASE WHEN n % 50 = 0 THEN 'embeddings' ELSE 'chat.completions' END, 'POST',
       CASE WHEN n % 25 = 7 THEN 429 ELSE 200 END, CASE WHEN n % 25 = 7 THEN 'refused' ELSE 'success' END, NULL,
       '${ORGANIZATION}', 'bench', ${keyId('a', 'key % 20')}, 'w',
       ${keyId('b', 'key % 200')}, 'team-' || key % 200,
       ${keyId('c', 'key % 2000')}, 'api_key',
       ${keyId('d', 'key')}, 'key-' || key, 'member', 'm',
       'model-' || (key + n % 3) % 30, 'provider-' || (key + n % 3) % 6, 'u', false, 812.5, 1200, 300, 1500, 'reported', 1,
       0.0123, 'config'
  FROM (SELECT n, (hashint4(n) & 2147483647) % 5000 AS key,
               date_trunc('milliseconds', now() - interval '${DAYS} days' * (1 - n::float8 / ${rows})) AS at
          FROM generate_series(${from}, ${to}) AS n) AS requests`;

/** What these requests are together: three models a key and day. */
const SUM = `
INSERT INTO usage_daily (day, organization_id, workspace_id, team_id, team, user_id, credential_id, credential_name, model,
  provider, requests, refused_requests, prompt_tokens, completion_tokens, total_tokens, cost_usd)
SELECT (now() AT TIME ZONE 'UTC')::date - age, '${ORGANIZATION}', ${keyId('a', 'key % 20')}, ${keyId('b', 'key % 200')},
       'team-' || key % 200, ${keyId('c', 'key % 2000')}, ${keyId('d', 'key')}, 'key-' || key,
       'model-' || (key + n) % 30, 'provider-' || (key + n) % 6, each, each / 25, each * 1200, each * 300, each * 1500,
       each * 0.0123
  FROM generate_series(0, ${DAYS - 1}) AS age, generate_series(0, 4999) AS key, generate_series(0, 2) AS n,
       (SELECT greatest(1, ${rows} / (${DAYS} * 15000)) AS each) AS size`;

const INDEXES = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
 WHERE tablename = 'audit_records' AND indexname LIKE 'ix\\_%'`;

const id = (letter: string, number: number): string =>
  `01900000-0000-7000-8000-${letter}${number.toString(16).padStart(11, '0')}`;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
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
    await Promise.all([30, 60, 90, 92].map((days) => database.makeAuditPartitions(daysAgo(days))));
    // Indexes are made afterwards, which is faster.
    const indexes = sql(INDEXES)
      .split('\n')
      .map((line) => line.split('\t'));
    for (const [name] of indexes) sql(`DROP INDEX ${name}`);
    let began = performance.now();
    for (let from = 1; from <= rows; from += SLICE) sql(fill(from, Math.min(from + SLICE - 1, rows)));
    note(`${rows} rows in ${Math.round((performance.now() - began) / 1000)} s`);
    began = performance.now();
    for (const [, definition = ''] of indexes)
      sql(`SET maintenance_work_mem = '512MB'; ${definition.replace(' ON ONLY ', ' ON ')}`);
    sql(SUM);
    sql('VACUUM ANALYZE audit_records');
    sql('VACUUM ANALYZE usage_daily');
    note(
      `${sql('SELECT count(*) FROM usage_daily')} sums and the indexes in ${Math.round((performance.now() - began) / 1000)} s`,
    );
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
        fromDay: day(daysAgo(days)),
        toDay: day(new Date()),
        groups: groups as never,
        limit: 101,
        offset: 0,
        ...more,
      });
  const middle = await database.auditRecords.listPage(ORGANIZATION, { limit: 1, filters: { to: daysAgo(45) } });
  await measure('audit: the newest page', page({}));
  await measure('audit: a page in the middle, by its cursor', () =>
    database.auditRecords.listPage(ORGANIZATION, { limit: 50, cursor: middle.nextCursor ?? undefined }),
  );
  await measure('audit: a day of last month', page({ from: daysAgo(41), to: daysAgo(40) }));
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

/** Which indexes the database used, of all that there are. */
function explain(sql: (text: string) => string): string {
  return sql(
    `SELECT indexrelname, idx_scan FROM pg_stat_user_indexes WHERE idx_scan > 0 AND relname LIKE 'audit_records%' ORDER BY 1`,
  );
}

await main();
