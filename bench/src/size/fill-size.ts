import { ADD_TO_SERIES, type Database, SUM_EVERYTHING, USAGE_SUM_INDEXES } from '@multilane/persistence';
import type { PostgresMeter } from '../costs/postgres-meter.js';
import { daysBefore } from '../fill-requests.js';
import { fillDimensions } from './fill-dimensions.js';
import { RECORDED_DAYS, type Size, sqlId } from './size.js';

/** More than anybody reaches. */
const FAR_AWAY = 1_000_000_000;

/** Each workspace has as many teams, models and keys as the others, and each person as many keys. */
const share = (of: string, size: Size, part: 'workspaces' | 'teams' | 'people'): string =>
  `(${of})::bigint * ${size[part]} / ${size.keys}`;

type Filling = Pick<PostgresMeter, 'sql'> & {
  readonly database: Pick<Database, 'sumUsageSeries'>;
  progress(line: string): void;
};

/**
 * Fills the database of one organization, past the control plane: its API would take days. Nobody else may use the database meanwhile.
 */
export async function fillSize(filling: Filling, organizationId: string, size: Size): Promise<void> {
  await fillThings(filling, organizationId, size);
  await fillRecords(filling, organizationId, size);
}

async function fillThings({ sql, progress }: Filling, organizationId: string, size: Size): Promise<void> {
  // Foreign keys are not checked: the rows are right by the way they are made.
  await sql("SET session_replication_role = 'replica'");
  const fill = (table: string, columns: string, count: number, values: string) =>
    sql(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(0, ${count - 1}) AS n`);
  const own = `'${organizationId}'`;
  await fill(
    'workspaces',
    'id, organization_id, name',
    size.workspaces,
    `${sqlId('workspaces', 'n')}, ${own}, 'workspace-' || n`,
  );
  await fill(
    'teams',
    'id, organization_id, name, rpm_limit, tpm_limit',
    size.teams,
    `${sqlId('teams', 'n')}, ${own}, 'team-' || n, ${FAR_AWAY}, ${FAR_AWAY}`,
  );
  await fill(
    'users',
    'id, organization_id, email, name',
    size.people,
    `${sqlId('people', 'n')}, ${own}, 'person-' || n || '@example.com', 'Person ' || n`,
  );
  await fill(
    'credentials',
    'id, organization_id, kind, name, hint, team_id, workspace_id, user_id, rpm_limit',
    size.keys,
    `${sqlId('keys', 'n')}, ${own}, 'api_key', 'key-' || n, 'ml-…', ${sqlId('teams', share('n', size, 'teams'))},
     ${sqlId('workspaces', share('n', size, 'workspaces'))}, ${sqlId('people', share('n', size, 'people'))}, ${FAR_AWAY}`,
  );
  await sql(
    `INSERT INTO credential_secrets (hash, credential_id)
     SELECT encode(sha256(('ml-size-' || n)::bytea), 'hex'), ${sqlId('keys', 'n')} FROM generate_series(0, ${size.keys - 1}) AS n`,
  );
  const workspace = sqlId('workspaces', `n % ${size.workspaces}`);
  await fill(
    'workspace_providers',
    'id, organization_id, workspace_id, name, kind, settings, secret_names',
    size.workspaces,
    `${sqlId('providers', 'n')}, ${own}, ${workspace}, 'provider-' || n, 'simulator', '{}', '{}'`,
  );
  await fill(
    'workspace_models',
    'id, organization_id, workspace_id, logical_name, aliases, kind, type, provider_id, upstream_model',
    size.models,
    `${sqlId('models', 'n')}, ${own}, ${workspace}, 'model-' || n, '{}', 'model', 'chat', ${sqlId('providers', `n % ${size.workspaces}`)}, 'simulator'`,
  );
  await fill(
    'workspace_model_names',
    'workspace_id, name, model_id',
    size.models,
    `${workspace}, 'model-' || n, ${sqlId('models', 'n')}`,
  );
  await fill(
    'rate_limit_policies',
    'id, organization_id, name, scope, workspace_id, api_key_id, applies_per, requests_per_minute, requests_per_hour, requests_per_day, tokens_per_minute, tokens_per_hour, tokens_per_day',
    size.policies,
    `${sqlId('policies', 'n')}, ${own}, 'ceiling ' || n, 'workspace', ${workspace},
     CASE WHEN n % 2 = 0 THEN ${sqlId('keys', `n % ${size.keys}`)} END, CASE WHEN n % 3 = 0 THEN 'shared' ELSE 'team' END, ${FAR_AWAY}, 0, 0, 0, 0, 0`,
  );
  await sql("SET session_replication_role = 'origin'");
  for (const table of ['workspaces', 'teams', 'users', 'credentials', 'credential_secrets', 'rate_limit_policies']) {
    await sql(`VACUUM ANALYZE ${table}`);
  }
  progress(`size: ${size.keys.toLocaleString('en')} keys and ${size.policies.toLocaleString('en')} policies`);
}

const SLICE = 500_000;

/** Some keys ask much more often than others. Each asks for up to three models of its workspace. One request in 25 has no success. */
const records = (organizationId: string, size: Size, from: number, to: number): string => `
INSERT INTO audit_records (time, id, request_id, endpoint, method, status, outcome, organization_id, organization,
  workspace_id, workspace, team_id, team, user_id, credential_type, credential_id, credential_name, key_role, model,
  logical_name, provider, upstream_model, streamed, duration_ms, prompt_tokens, completion_tokens, total_tokens,
  usage_source, attempts, cost_usd, price_version, in_series)
SELECT at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
         || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       'req-' || n, CASE WHEN n % 50 = 0 THEN 'embeddings' ELSE 'chat.completions' END, 'POST',
       CASE WHEN n % 25 = 7 THEN 429 ELSE 200 END, CASE WHEN n % 25 = 7 THEN 'refused' ELSE 'success' END,
       '${organizationId}', 'bench', ${sqlId('workspaces', 'workspace')}, 'workspace-' || workspace,
       ${sqlId('teams', 'team')}, 'team-' || team, ${sqlId('people', share('key', size, 'people'))}, 'api_key',
       ${sqlId('keys', 'key')}, 'key-' || key, 'member', 'm',
       'model-' || workspace + ${size.workspaces} * ((key + n % 3) % ${Math.ceil(size.models / size.workspaces)}),
       'provider-' || workspace, 'u', false, 812.5, 1200, 300, 1500, 'reported', 1, 0.0001 * (100 + n % 97), 'config', true
  FROM (SELECT n, at, key, ${share('key', size, 'workspaces')} AS workspace, ${share('key', size, 'teams')} AS team
          FROM (SELECT n, floor(${size.keys} * power((hashint4(n) & 2147483647) / 2147483648.0, ${SKEW}))::int AS key,
                       date_trunc('milliseconds', now() - interval '${RECORDED_DAYS} days' * (1 - n::float8 / ${size.records})) AS at
                  FROM generate_series(${from}, ${to}) AS n) AS drawn) AS requests`;

/** With it, three million records of 40 days are some 850,000 daily totals. */
const SKEW = 14;

/** In the order of their unique index. */
const TOTALS = `
INSERT INTO usage_daily (day, organization_id, workspace_id, team_id, team, user_id, credential_id, credential_name, model,
  provider, requests, refused_requests, prompt_tokens, completion_tokens, total_tokens, cost_usd)
SELECT (time AT TIME ZONE 'UTC')::date, organization_id, workspace_id, team_id, team, user_id, credential_id, credential_name,
       logical_name, provider, count(*), count(*) FILTER (WHERE outcome = 'refused'), sum(prompt_tokens), sum(completion_tokens),
       sum(total_tokens), sum(cost_usd)
  FROM audit_records GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`;

const series = (to: Date): string => `
WITH added AS (
  SELECT * FROM audit_records WHERE time > '${daysBefore(1, to).toISOString()}' AND time <= '${to.toISOString()}'
) ${ADD_TO_SERIES}`;

const INDEXES = `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
 WHERE tablename IN ('audit_records', 'usage_daily') AND indexname LIKE 'ix\\_%' ORDER BY tablename`;

/** Indexes are made afterwards, which is faster. */
async function fillRecords({ sql, database, progress }: Filling, organizationId: string, size: Size): Promise<void> {
  const began = performance.now();
  const note = (text: string): void =>
    progress(`size: ${text} after ${Math.round((performance.now() - began) / 1000)} s`);
  const indexes = await sql<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes) await sql(`DROP INDEX ${name}`);
  for (let from = 1; from <= size.records; from += SLICE) {
    const to = Math.min(from + SLICE - 1, size.records);
    await sql(records(organizationId, size, from, to));
    note(`${to.toLocaleString('en')} records`);
  }
  await sql("SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET session_replication_role = 'replica'");
  await sql(TOTALS);
  await sql("SET session_replication_role = 'origin'");
  note('the daily totals');
  for (const { definition } of indexes) await sql(definition.replace(' ON ONLY ', ' ON '));
  await sql('VACUUM ANALYZE audit_records');
  note('the indexes');
  await sumTotals(sql);
  const [counted] = await sql<{ count: number }>('SELECT count(*)::int AS count FROM usage_daily');
  note(`${(counted?.count ?? 0).toLocaleString('en')} daily totals`);
  const filled = new Date();
  for (let age = 0; age <= RECORDED_DAYS; age += 1) await sql(series(daysBefore(age, filled)));
  await sql('VACUUM ANALYZE usage_series');
  note('the series');
  const spans = await database.sumUsageSeries(filled);
  for (const table of ['usage_series_sums', 'usage_series_spans']) await sql(`VACUUM ANALYZE ${table}`);
  await fillDimensions(sql, organizationId, size);
  note('the sums by tag, customer, client and session');
  await sql('RESET work_mem; RESET maintenance_work_mem; CHECKPOINT');
  note(`the sums of ${spans.toLocaleString('en')} hours and days`);
}

/** Sums the rows as the migration does: triggers that sum a million rows one by one take an hour. */
async function sumTotals(sql: Filling['sql']): Promise<void> {
  await sql('BEGIN');
  await sql('TRUNCATE usage_subjects, usage_facts, usage_totals, usage_ranks');
  for (const index of USAGE_SUM_INDEXES)
    await sql(`DROP INDEX ${/INDEX (?:IF NOT EXISTS )?(\w+)/.exec(index)?.[1] ?? ''}`);
  for (const statement of [...SUM_EVERYTHING, ...USAGE_SUM_INDEXES]) await sql(statement);
  await sql('COMMIT');
  for (const table of SUMMED) await sql(`VACUUM ANALYZE ${table}`);
}

const SUMMED = ['usage_daily', 'usage_subjects', 'usage_facts', 'usage_totals', 'usage_ranks'];
