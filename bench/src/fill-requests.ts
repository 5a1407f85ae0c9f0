import { ADD_TO_SERIES } from '@multilane/persistence';

/** Runs SQL in the database that is filled, and answers rows as lines of columns between tabs. */
export type RunSql = (text: string) => string;

/** Owner of the requests. */
export interface RequestOwner {
  readonly organizationId: string;
  /** The workspaces whose keys ask, each as often as the others. */
  readonly workspaceIds: readonly string[];
}

/** Days that the requests are spread over, up to now. */
export const DAYS = 90;

/** @param time default: now */
export const daysBefore = (days: number, time = new Date()): Date => new Date(time.getTime() - days * 86_400_000);

const SLICE = 500_000;

/** The id of a thing by its kind and number, as SQL. */
const idOf = (kind: string, number: string): string =>
  `('01900000-0000-7000-8000-${kind}' || lpad(to_hex((${number})::int), 11, '0'))::uuid`;

const workspaceOf = ({ workspaceIds }: RequestOwner): string =>
  `(ARRAY[${workspaceIds.map((id) => `'${id}'`).join(', ')}]::uuid[])[1 + key % ${workspaceIds.length}]`;

/** Requests, evenly: 5,000 keys of 200 teams, 30 models of 6 providers, one in 25 without success. */
const requests = (owner: RequestOwner, rows: number, from: number, to: number): string => `
INSERT INTO audit_records (time, id, request_id, endpoint, method, status, outcome, error_code, organization_id, organization,
  workspace_id, workspace, team_id, team, user_id, credential_type, credential_id, credential_name, key_role, model,
  logical_name, provider, upstream_model, streamed, duration_ms, prompt_tokens, completion_tokens, total_tokens,
  usage_source, attempts, cost_usd, price_version, in_series)
SELECT at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
         || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       'req-' || n, CASE WHEN n % 50 = 0 THEN 'embeddings' ELSE 'chat.completions' END, 'POST',
       CASE WHEN n % 25 = 7 THEN 429 ELSE 200 END, CASE WHEN n % 25 = 7 THEN 'refused' ELSE 'success' END, NULL,
       '${owner.organizationId}', 'bench', ${workspaceOf(owner)}, 'w',
       ${idOf('b', 'key % 200')}, 'team-' || key % 200,
       ${idOf('c', 'key % 2000')}, 'api_key',
       ${idOf('d', 'key')}, 'key-' || key, 'member', 'm',
       'model-' || (key + n % 3) % 30, 'provider-' || (key + n % 3) % 6, 'u', false, 812.5, 1200, 300, 1500, 'reported', 1,
       0.0123, 'config', true
  FROM (SELECT n, (hashint4(n) & 2147483647) % 5000 AS key,
               date_trunc('milliseconds', now() - interval '${DAYS} days' * (1 - n::float8 / ${rows})) AS at
          FROM generate_series(${from}, ${to}) AS n) AS requests`;

/** Inserts the sums of the requests of a day: three models a key. Their sums by month and dimension are made with them. */
const sums = (owner: RequestOwner, rows: number, age: number): string => `
INSERT INTO usage_daily (day, organization_id, workspace_id, team_id, team, user_id, credential_id, credential_name, model,
  provider, requests, refused_requests, prompt_tokens, completion_tokens, total_tokens, cost_usd)
SELECT (now() AT TIME ZONE 'UTC')::date - ${age}, '${owner.organizationId}', ${workspaceOf(owner)}, ${idOf('b', 'key % 200')},
       'team-' || key % 200, ${idOf('c', 'key % 2000')}, ${idOf('d', 'key')}, 'key-' || key,
       'model-' || (key + n) % 30, 'provider-' || (key + n) % 6, each, each / 25, each * 1200, each * 300, each * 1500,
       each * 0.0123
  FROM generate_series(0, 4999) AS key, generate_series(0, 2) AS n,
       (SELECT greatest(1, ${rows} / (${DAYS} * 15000)) AS each) AS size`;

/** Adds the requests of the 24 hours up to a time to the series. */
const series = (to: Date): string => `
WITH added AS (
  SELECT * FROM audit_records WHERE time > '${daysBefore(1, to).toISOString()}' AND time <= '${to.toISOString()}'
) ${ADD_TO_SERIES}`;

const INDEXES = `SELECT indexname, indexdef FROM pg_indexes
 WHERE tablename = 'audit_records' AND indexname LIKE 'ix\\_%'`;

/**
 * Fills a migrated database with requests of the last 90 days, their daily totals and their series. Indexes are made afterwards, which is
 * faster: nothing else may use the tables meanwhile.
 *
 * @param note told about each step that takes long
 */
export function fillRequests(
  sql: RunSql,
  owners: readonly (RequestOwner & { readonly rows: number })[],
  note: (text: string) => void,
): void {
  const indexes = sql(INDEXES)
    .split('\n')
    .map((line) => line.split('\t'));
  for (const [name] of indexes) sql(`DROP INDEX ${name}`);
  let began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  for (const owner of owners) {
    const { rows } = owner;
    for (let from = 1; from <= rows; from += SLICE) {
      sql(requests(owner, rows, from, Math.min(from + SLICE - 1, rows)));
      note(`${Math.min(from + SLICE - 1, rows)} of ${rows} requests after ${seconds()} s`);
    }
  }
  began = performance.now();
  const filled = new Date();
  for (let age = 0; age <= DAYS; age += 1) sql(series(daysBefore(age, filled)));
  note(`the series in ${seconds()} s`);
  began = performance.now();
  for (const [, definition = ''] of indexes) {
    sql(`SET maintenance_work_mem = '512MB'; ${definition.replace(' ON ONLY ', ' ON ')}`);
  }
  for (const owner of owners) {
    for (let age = DAYS - 1; age >= 0; age -= 1) sql(sums(owner, owner.rows, age));
  }
  sql('VACUUM ANALYZE audit_records');
  for (const table of ['usage_daily', 'usage_subjects', 'usage_facts', 'usage_totals', 'usage_ranks'])
    sql(`VACUUM ANALYZE ${table}`);
  sql('VACUUM ANALYZE usage_series');
  note(`${sql('SELECT count(*) FROM usage_daily')} daily totals and the indexes in ${seconds()} s`);
}
