import { TOKEN_PREFIXES } from '@multilane/auth';
import type { PostgresMeter } from './postgres-meter.js';

const DIGITS = 43;

/** The nth key that `fillKeys` makes. It opens nothing but the gateway that the benchmark starts. */
export const keyOf = (index: number): string => TOKEN_PREFIXES.apiKey + String(index).padStart(DIGITS, '0');

/** Ids that the benchmark makes. The credential of the nth key has the nth. */
export const idOf = (index: number): string => `01900000-0000-7000-8000-e${index.toString(16).padStart(11, '0')}`;

const ID = (kind: string): string => `('01900000-0000-7000-8000-${kind}' || lpad(to_hex(n), 11, '0'))::uuid`;

/** More than anybody reaches. */
const FAR_AWAY = 1_000_000_000;

/** The organization and the team of the keys that are there already. */
const PLACE = `SELECT organization_id, id AS team_id FROM teams ORDER BY created_at, id LIMIT 1`;

const SLICE = 100_000;

/**
 * Makes the keys from one number up to another (not included) of the first team, each with limits and a budget of its own, past the
 * control plane: a million take it an hour.
 */
export async function fillKeys({ sql }: Pick<PostgresMeter, 'sql'>, from: number, until: number): Promise<void> {
  await withoutTriggers({ sql }, async () => {
    for (let first = from; first < until; first += SLICE) {
      const range = [first, Math.min(first + SLICE, until) - 1];
      await sql(
        `INSERT INTO credentials (id, organization_id, kind, name, hint, team_id, rpm_limit, tpm_limit, budget_usd)
         SELECT ${ID('e')}, organization_id, 'api_key', 'key-' || n, 'ml-…', team_id, ${FAR_AWAY}, ${FAR_AWAY}, ${FAR_AWAY}
           FROM (${PLACE}) AS place, generate_series($1::int, $2::int) AS n`,
        range,
      );
      await sql(
        `INSERT INTO credential_secrets (hash, credential_id)
         SELECT encode(sha256(('${TOKEN_PREFIXES.apiKey}' || lpad(n::text, ${DIGITS}, '0'))::bytea), 'hex'), ${ID('e')}
           FROM generate_series($1::int, $2::int) AS n`,
        range,
      );
    }
  });
  await sql('ANALYZE credentials');
  await sql('ANALYZE credential_secrets');
}

/** Makes so many more teams, in the organization of the first. Nothing tells of them, so that gateways load everything next. */
export async function fillTeams({ sql }: Pick<PostgresMeter, 'sql'>, count: number): Promise<void> {
  await withoutTriggers({ sql }, () =>
    sql(
      `INSERT INTO teams (id, organization_id, name, rpm_limit, tpm_limit)
       SELECT ${ID('f')}, organization_id, 'team-' || n, ${FAR_AWAY}, ${FAR_AWAY}
         FROM (${PLACE}) AS place, generate_series(1, $1::int) AS n`,
      [count],
    ),
  );
  await sql('DELETE FROM snapshot_versions');
  await sql('ANALYZE teams');
}

/** Foreign keys are not checked: the rows are right by the way they are made. */
async function withoutTriggers({ sql }: Pick<PostgresMeter, 'sql'>, work: () => Promise<unknown>): Promise<void> {
  await sql("SET session_replication_role = 'replica'");
  try {
    await work();
  } finally {
    await sql("SET session_replication_role = 'origin'");
  }
}
