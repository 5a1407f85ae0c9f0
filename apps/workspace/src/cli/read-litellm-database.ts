import { isRecord } from '@multilane/contracts';
import { type DatabaseRow, type DatabaseRows, ImportError, OTHER_TABLES, type OtherTable } from '@multilane/importers';
import { readRows, runOn, runSql, type SqlRunner } from '@multilane/sql';
import { Client } from 'pg';
import { CommandFailure } from './exit-codes.js';

/** Rows of one table at most. */
const MOST_ROWS = 200_000;
const PAGE = 2_000;
const LIMIT_MS = 60_000;

const TABLES = [
  ['teams', 'LiteLLM_TeamTable'],
  ['users', 'LiteLLM_UserTable'],
  ['keys', 'LiteLLM_VerificationToken'],
  ['budgets', 'LiteLLM_BudgetTable'],
] as const;

/**
 * Reads a database of LiteLLM, in one transaction that only reads. Rows of any release come as JSON, with the columns that there are.
 *
 * @throws CommandFailure if it cannot be reached, or is no database of LiteLLM. The message has no address or password.
 */
export async function readLitellmDatabase(url: string): Promise<DatabaseRows> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sql = runOn(client);
    await runSql(sql, 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows: Record<string, DatabaseRow[]> = {};
    for (const [name, table] of TABLES) rows[name] = await readTable(sql, table);
    const { teams = [], users = [], keys = [], budgets = [] } = rows;
    return { teams, users, keys, budgets, ...(await readOtherTables(sql)) };
  } catch (error) {
    throw error instanceof CommandFailure ? error : describeProblem(error);
  } finally {
    // A failure to close the connection is ignored: the rows are read.
    await client.end().catch(() => undefined);
  }
}

/** Reads the tables that this release of LiteLLM has. */
async function readOtherTables(sql: SqlRunner): Promise<Partial<Record<OtherTable, DatabaseRow[]>>> {
  const found: Partial<Record<OtherTable, DatabaseRow[]>> = {};
  for (const [name, [table]] of Object.entries(OTHER_TABLES)) {
    const text = 'SELECT to_regclass($1) IS NOT NULL AS exists';
    const [row] = await readRows<{ readonly exists: boolean }>(sql, { exists: 'boolean' }, text, [`"${table}"`]);
    if (row?.exists) found[name as OtherTable] = await readTable(sql, table);
  }
  return found;
}

async function readTable(sql: SqlRunner, table: string): Promise<DatabaseRow[]> {
  const rows: DatabaseRow[] = [];
  await runSql(sql, `DECLARE every_row NO SCROLL CURSOR FOR SELECT to_jsonb(t) AS row FROM "${table}" t`);
  for (;;) {
    const page = await readRows<{ readonly row: DatabaseRow }>(sql, { row: 'jsonb' }, `FETCH ${PAGE} FROM every_row`);
    for (const { row } of page) rows.push(row);
    if (rows.length > MOST_ROWS) throw new CommandFailure(`${table} has more than ${MOST_ROWS} rows.`);
    if (page.length < PAGE) break;
  }
  await runSql(sql, 'CLOSE every_row');
  return rows;
}

/**
 * Reads the spend logs of a database of LiteLLM in the order of their times, one page in memory at a time. Messages and answers stay there.
 *
 * @throws CommandFailure as `readLitellmDatabase` does
 */
export async function* readSpendLogs(url: string): AsyncGenerator<DatabaseRow> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sql = runOn(client);
    await runSql(sql, 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await runSql(
      sql,
      `DECLARE every_row NO SCROLL CURSOR FOR
        SELECT to_jsonb(t) - 'messages' - 'response' - 'proxy_server_request' || jsonb_build_object('spend', t.spend::text) AS row
          FROM "LiteLLM_SpendLogs" t ORDER BY "startTime", request_id`,
    );
    for (;;) {
      const page = await readRows<{ readonly row: DatabaseRow }>(sql, { row: 'jsonb' }, `FETCH ${PAGE} FROM every_row`);
      for (const { row } of page) yield row;
      if (page.length < PAGE) break;
    }
  } catch (error) {
    throw error instanceof CommandFailure || error instanceof ImportError ? error : describeProblem(error);
  } finally {
    // A failure to close the connection is ignored: the rows are read.
    await client.end().catch(() => undefined);
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
