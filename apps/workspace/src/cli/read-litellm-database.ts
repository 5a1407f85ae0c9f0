import { isRecord } from '@multilane/contracts';
import type { DatabaseRow, DatabaseRows } from '@multilane/importers';
import { Client } from 'pg';
import { CommandFailure } from './exit-codes.js';

/** Rows of one table at most. */
const MOST_ROWS = 200_000;
const PAGE = 2_000;
const LIMIT_MS = 60_000;

const TABLES = [
  ['teams', 'LiteLLM_TeamTable', 'team_id'],
  ['users', 'LiteLLM_UserTable', 'user_id'],
  ['keys', 'LiteLLM_VerificationToken', 'token'],
  ['budgets', 'LiteLLM_BudgetTable', 'budget_id'],
] as const;

/**
 * Reads a database of LiteLLM, in one transaction that only reads. Whatever its release: rows come as JSON, with the
 * columns that there are.
 *
 * @throws CommandFailure if it cannot be reached, or is no database of LiteLLM. The message has no address or password.
 */
export async function readLitellmDatabase(url: string): Promise<DatabaseRows> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows: Record<string, DatabaseRow[]> = {};
    for (const [name, table, id] of TABLES) rows[name] = await readTable(client, table, id);
    const { teams = [], users = [], keys = [], budgets = [] } = rows;
    return { teams, users, keys, budgets };
  } catch (error) {
    throw error instanceof CommandFailure ? error : describeProblem(error);
  } finally {
    // What was read is read.
    await client.end().catch(() => undefined);
  }
}

async function readTable(client: Client, table: string, id: string): Promise<DatabaseRow[]> {
  const rows: DatabaseRow[] = [];
  let after = '';
  for (;;) {
    const page = await client.query<{ id: string; row: DatabaseRow }>(
      `SELECT "${id}" AS id, to_jsonb(t) AS row FROM "${table}" t WHERE "${id}" > $1 ORDER BY "${id}" LIMIT ${PAGE}`,
      [after],
    );
    rows.push(...page.rows.map(({ row }) => row));
    if (rows.length > MOST_ROWS) throw new CommandFailure(`${table} has more than ${MOST_ROWS} rows.`);
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < PAGE) return rows;
    after = last.id;
  }
}

function describeProblem(error: unknown): CommandFailure {
  const code = isRecord(error) && 'code' in error ? String(error.code) : 'unknown reason';
  return new CommandFailure(
    code === '42P01'
      ? 'This is no database of LiteLLM: its tables are missing.'
      : `The database of LiteLLM cannot be read (${code}). Check the address in --from or LITELLM_DATABASE_URL.`,
  );
}
