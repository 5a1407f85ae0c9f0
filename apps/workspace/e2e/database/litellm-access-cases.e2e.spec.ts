// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/importers/src/litellm-database/plan-litellm-database.spec.ts.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ImportFinding, planLitellmDatabase } from '@multilane/importers';
import {
  httpRequest,
  type PostgresServer,
  PROJECT_ROOT,
  type RunningGateway,
  startGateway,
  startPostgres,
  testEncryptionKey,
} from '@multilane/testing';
import { Client } from 'pg';
import { runCli } from '../operating/run-cli.js';
import { askLine, type DatabaseCase, KEYS, type Row } from './litellm-report-lines.js';

const LIMIT_MS = 240_000;

jest.setTimeout(LIMIT_MS);

const read = (name: string): DatabaseCase =>
  JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'libs/importers/fixtures/access-databases', `${name}.json`), 'utf8'),
  ) as DatabaseCase;
const CASES = { keys: read('keys'), everyone: read('everyone') };

const keyOf = (name: string): string => `sk-${name}-of-the-access-cases`;
const hashOf = (name: string): string => createHash('sha256').update(keyOf(name)).digest('hex');
const keyRowsOf = ({ tables }: DatabaseCase): readonly Row[] => tables[KEYS] ?? [];

/** Rows as LiteLLM has them: hashes of keys, whose names are their aliases. */
const rowsOf = ({ tables }: DatabaseCase): [string, readonly Row[]][] =>
  Object.entries(tables).map(([table, rows]) => [
    table,
    table === KEYS
      ? rows.map((row) => ({ ...row, token: hashOf(String(row.token)), key_alias: String(row.token) }))
      : rows,
  ]);

/** Writes a database. Every column is JSON, which is how the importer reads them all. */
async function fill(url: string, each: DatabaseCase): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const [table, rows] of rowsOf(each)) {
    const columns = [...new Set(['id', ...rows.flatMap((row) => Object.keys(row))])];
    await client.query(`CREATE TABLE "${table}" (${columns.map((name) => `"${name}" JSONB`).join(', ')})`);
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map((_name, index) => `$${index + 1}::jsonb`).join(', ');
      await client.query(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${places})`,
        names.map((name) => JSON.stringify(row[name])),
      );
    }
  }
  await client.end();
}

/** The rows of each table of a database. */
async function countRows(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`);
    counts.set(name, Number(rows[0]?.count));
  }
  await client.end();
  return counts;
}

describe('databases of LiteLLM with what restricts keys', () => {
  let postgres: PostgresServer;
  let gateway: RunningGateway;
  let env: Record<string, string>;
  const urls = { keys: '', everyone: '' };
  /** Tables of the service that have more rows than before the imports. */
  let grown: readonly string[] = [];
  const found: Record<keyof typeof CASES, readonly ImportFinding[]> = { keys: [], everyone: [] };

  const importFrom = async (name: keyof typeof CASES, ...more: string[]): Promise<readonly ImportFinding[]> => {
    const { code, data, stderr } = await runCli(['import', 'litellm', '--organization', 'acme', '--json', ...more], {
      env: { ...env, LITELLM_DATABASE_URL: urls[name] },
    });
    expect([stderr, code]).toEqual(['', 0]);
    return (data as { findings: readonly ImportFinding[] }).findings;
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    for (const name of ['keys', 'everyone'] as const) {
      urls[name] = await postgres.createDatabase();
      await fill(urls[name], CASES[name]);
    }
    env = { DATABASE_URL: await postgres.createDatabase(), ENCRYPTION_KEY: testEncryptionKey(5) };
    for (const command of [
      ['migrate'],
      ['org', 'create', 'acme'],
      ['org', 'products', 'acme', '--grant', 'ai_gateway'],
    ])
      expect(await runCli(command, { env })).toMatchObject({ code: 0 });
    const before = await countRows(env.DATABASE_URL ?? '');
    found.keys = await importFrom('keys');
    found.everyone = await importFrom('everyone');
    const after = await countRows(env.DATABASE_URL ?? '');
    grown = [...after].filter(([table, rows]) => rows > (before.get(table) ?? 0)).map(([table]) => table);
    const models = ['small', 'large'].map((name) => ({
      logical_name: name,
      provider: 'simulator',
      upstream_model: 'simulator',
    }));
    gateway = await startGateway({
      config: { models, async: { enabled: false }, batches: { enabled: false } },
      env,
      readyWithinMs: 60_000,
    });
  }, LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await postgres?.stop();
  }, LIMIT_MS);

  /** The models that answer a key, and those that it is shown. */
  const used = async (name: string): Promise<readonly [answered: string[], shown: string[]]> => {
    const headers = { authorization: `Bearer ${keyOf(name)}` };
    const answered: string[] = [];
    for (const model of ['small', 'large']) {
      const body = { model, messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 5 };
      const url = `${gateway.baseUrl}/v1/chat/completions`;
      if ((await httpRequest({ method: 'POST', url, headers, body })).status === 200) answered.push(model);
    }
    const { status, text } = await httpRequest({ url: `${gateway.baseUrl}/v1/models`, headers });
    const { data = [] } = status === 200 ? (JSON.parse(text) as { data?: { id: string }[] }) : {};
    return [answered, data.map(({ id }) => id).filter((id) => ['small', 'large'].includes(id))];
  };

  it.each(
    Object.entries(CASES).flatMap(([name, each]) =>
      keyRowsOf(each).map(({ token }) => [String(token), name as keyof typeof CASES] as const),
    ),
  )('lets the key %s of the database %s use what LiteLLM does, or nothing', async (key, name) => {
    const may = [...(CASES[name].may[key] ?? [])].toSorted();
    const [answered, shown] = await used(key);
    expect([answered.toSorted(), shown.toSorted()]).toEqual([may, may]);
  });

  const post = async (key: string, path: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${keyOf(key)}`, accept: 'application/json, text/event-stream' };
    return (await httpRequest({ method: 'POST', url: `${gateway.baseUrl}${path}`, headers, body })).status;
  };

  it.each(['keys', 'everyone'] as const)('has a report of the database %s whose lines are true', async (name) => {
    const each = CASES[name];
    const closing = found[name].filter(({ status }) => status === 'opens_access');
    expect(closing.length).toBeGreaterThan(9);
    expect(found[name].slice(0, closing.length)).toEqual(closing);
    const known = new Map<string, Promise<readonly string[]>>();
    const answers = (key: string): Promise<readonly string[]> => {
      const answered = known.get(key) ?? used(key).then(([models]) => models);
      known.set(key, answered);
      return answered;
    };
    const client = new Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const sql = async (query: string, ...values: unknown[]) => (await client.query<Row>(query, values)).rows;
    const unasked: string[] = [];
    const askAll = async (): Promise<void> => {
      for (const line of found[name]) {
        const [, id = ''] = /\[([^\]]*)\]/.exec(line.path) ?? [];
        const asked = { each, line, id, answers, post, sql, grown: () => Promise.resolve(grown) };
        if (!(await askLine(asked))) unasked.push(`${line.path}: ${line.status}`);
      }
    };
    await askAll().finally(() => client.end());
    expect(unasked).toEqual([]);
  });

  it('has a line for each row of each table', () => {
    for (const name of ['keys', 'everyone'] as const) {
      const paths = found[name].map(({ path }) => path);
      for (const [table, rows] of Object.entries(CASES[name].tables)) {
        const count = new Set(paths.flatMap((path) => (path.startsWith(`${table}[`) ? path.split(']')[0] : []))).size;
        expect([table, count]).toEqual([table, rows.length]);
      }
    }
  });

  it('closes every key for each restriction of everyone alone, and opens it by its name alone', () => {
    const { tables, open = [], may_when_open: may = {} } = CASES.everyone;
    const rows = Object.fromEntries(rowsOf(CASES.everyone));
    const base = {
      teams: rows.LiteLLM_TeamTable ?? [],
      users: [],
      keys: rows[KEYS] ?? [],
      budgets: tables.LiteLLM_BudgetTable ?? [],
    };
    const all = {
      ...base,
      guardrails: rows.LiteLLM_GuardrailsTable,
      policyAttachments: rows.LiteLLM_PolicyAttachmentTable,
      tools: rows.LiteLLM_ToolTable,
      endUsers: rows.LiteLLM_EndUserTable,
      tags: rows.LiteLLM_TagTable,
      accessGroupBudgets: rows.LiteLLM_ModelAccessGroupBudgetTable,
      settings: rows.LiteLLM_Config,
    };
    for (const name of open) {
      const others = new Set(open.filter((each) => each !== name));
      expect([name, planLitellmDatabase(all, { opened: others }).keys.every(({ disabled }) => disabled)]).toEqual([
        name,
        true,
      ]);
    }
    const { keys, teams } = planLitellmDatabase(all, { opened: new Set(open) });
    for (const { name, team, disabled } of keys) {
      expect(disabled).toBe(false);
      const allowed = teams.find((each) => each.name === team)?.allowedModels;
      expect(allowed ?? ['small', 'large']).toEqual(may[name]);
    }
  });
});
