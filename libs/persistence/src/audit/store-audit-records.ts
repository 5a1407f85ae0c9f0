import type { BudgetCharge } from '@multilane/contracts';
import type { EntityManager } from 'typeorm';
import { chargeAccounts } from '../repositories/budgets.js';
import { USAGE_SUMS } from '../repositories/usage/usage-statement.js';
import { command, statement } from '../statements/statement.js';
import { ADD_DIMENSIONS } from './dimension-sums.js';
import { IS_COUNTED } from './request-kind.js';
import { ADD_TO_SERIES } from './series-table.js';
import { sumOfRecords } from './sum-of-records.js';

/** Fields of a record, as JSON names them, with their types, in the order of the table's columns. */
const FIELDS = {
  time: 'timestamptz',
  id: 'uuid',
  request_id: 'text',
  endpoint: 'text',
  method: 'text',
  kind: 'text',
  status: 'smallint',
  outcome: 'text',
  error_code: 'text',
  organization_id: 'uuid',
  organization: 'text',
  workspace_id: 'uuid',
  workspace: 'text',
  team_id: 'uuid',
  team: 'text',
  user_id: 'uuid',
  service_account_id: 'uuid',
  credential_type: 'text',
  credential_id: 'uuid',
  api_key_name: 'text',
  key_role: 'text',
  model: 'text',
  logical_name: 'text',
  provider: 'text',
  provider_kind: 'text',
  upstream_model: 'text',
  streamed: 'boolean',
  duration_ms: 'double precision',
  time_to_first_byte_ms: 'double precision',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  total_tokens: 'bigint',
  cached_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  usage_source: 'text',
  attempts: 'integer',
  cache: 'text',
  cost_usd: 'numeric',
  price_version: 'text',
  client_address: 'text',
  images: 'bigint',
  characters: 'bigint',
  audio_seconds: 'double precision',
  customer: 'text',
  client: 'text',
  client_version: 'text',
  session: 'text',
} as const;

const NAMES = Object.keys(FIELDS);
const COLUMNS = NAMES.map((name) => (name === 'api_key_name' ? 'credential_name' : name)).join(', ');

/**
 * Columns that distinguish rows of `usage_daily`. The model is the one that exists: what callers make up has no end.
 */
const PLACE =
  'organization_id, workspace_id, team_id, team, user_id, service_account_id, credential_id, credential_name';

/**
 * One statement, so that the sums, the charges and the entries for exports are those of exactly the rows that were new. Rows are inserted in the order
 * of their keys, so that two who do the same at once wait for each other and never deadlock.
 */
const STORE = statement<{
  readonly added: number;
  readonly otherValues: number;
  readonly charges: readonly BudgetCharge[] | null;
}>(
  { added: 'integer', otherValues: 'integer', charges: 'json?' },
  `
WITH given AS (
  SELECT DISTINCT ON (time, id) *
    FROM json_to_recordset(('[' || replace(rtrim(convert_from($1, 'UTF8'), E'\\n'), E'\\n', ',') || ']')::json)
      AS record(${NAMES.map((name) => `${name} ${FIELDS[name as keyof typeof FIELDS]}`).join(', ')}, charges jsonb, details jsonb, tags jsonb)
   ORDER BY time, id
), added AS (
  INSERT INTO audit_records (${COLUMNS}, in_series, charges, details, tags)
  SELECT ${NAMES.join(', ')}, true, CASE WHEN jsonb_array_length(charges) > 0 THEN charges END,
         CASE WHEN jsonb_typeof(details) = 'object' THEN details END,
         CASE WHEN jsonb_typeof(tags) = 'object' THEN tags END FROM given
  ON CONFLICT (time, id) DO NOTHING
  RETURNING *
), summed AS (
  INSERT INTO usage_daily (day, ${PLACE}, model, provider, provider_kind, ${USAGE_SUMS.join(', ')})
  SELECT (time AT TIME ZONE 'UTC')::date, ${PLACE}, logical_name, provider, max(provider_kind),
         ${USAGE_SUMS.map(sumOfRecords).join(', ')}
    FROM added WHERE organization_id IS NOT NULL AND ${IS_COUNTED}
   GROUP BY 1, ${PLACE}, logical_name, provider
   ORDER BY 1, ${PLACE}, logical_name, provider
  ON CONFLICT (day, ${PLACE}, model, provider)
  DO UPDATE SET provider_kind = coalesce(excluded.provider_kind, usage_daily.provider_kind),
    ${USAGE_SUMS.map((name) => `${name} = usage_daily.${name} + excluded.${name}`).join(', ')}
), ${ADD_DIMENSIONS}, series AS (${ADD_TO_SERIES}
), exported AS (
  INSERT INTO export_entries (organization_id, times, ids)
  SELECT organization_id, array_agg(time ORDER BY time, id), array_agg(id ORDER BY time, id)
    FROM added WHERE EXISTS (SELECT FROM export_sinks AS sinks
      WHERE state <> 'stopped' AND (sinks.organization_id IS NULL OR sinks.organization_id = added.organization_id))
   GROUP BY organization_id
), charged AS (
  SELECT charge.account, charge.period_start, charge.lease, sum(charge.amount)::float8 AS amount
    FROM added, jsonb_to_recordset(added.charges) AS charge(account text, period_start text, amount numeric, lease uuid)
   GROUP BY charge.account, charge.period_start, charge.lease
)
SELECT (SELECT count(*)::int FROM added) AS added,
       (SELECT count(*)::int FROM judged WHERE is_other AND NOT is_left_out) AS "otherValues",
       (SELECT json_agg(charged ORDER BY account, period_start, lease) FROM charged) AS charges`,
);

/**
 * Charges wait so long for an account that somebody else has locked. Meanwhile nobody else can add to the sums of usage, of whatever
 * organization; then the records are undone, and stored at another try.
 */
const CHARGE_WAIT_MS = 200;

const SET_LIMIT = command(`SET LOCAL lock_timeout = ${CHARGE_WAIT_MS}`);

/** Records that were new, and values of tags among them that count as `other`. */
export interface StoredRecords {
  readonly added: number;
  readonly otherValues: number;
}

/**
 * Stores records (lines of JSON as UTF-8, as the audit log has them), adds them to the sums of their days and quarters and takes their
 * charges, as often as it is called once a record: what is there already is left alone. The lines go to the database as the
 * bytes they are.
 */
export async function storeAuditRecords(manager: EntityManager, lines: Buffer): Promise<StoredRecords> {
  const [row] = await STORE.rows(manager, [lines]);
  if (row?.charges) {
    await SET_LIMIT.run(manager);
    await chargeAccounts(manager, row.charges);
  }
  return { added: row?.added ?? 0, otherValues: row?.otherValues ?? 0 };
}
