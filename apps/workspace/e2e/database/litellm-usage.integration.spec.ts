import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '@multilane/persistence';
import { type PostgresServer, startPostgres, testEncryptionKey } from '@multilane/testing';
import { Client } from 'pg';
import { runCli } from '../operating/run-cli.js';

const LIMIT_MS = 240_000;

jest.setTimeout(LIMIT_MS);

/** The columns that are read, and those that must stay there, as LiteLLM's schema has them. */
const SCHEMA = `CREATE TABLE "LiteLLM_SpendLogs" ("request_id" TEXT PRIMARY KEY, "call_type" TEXT NOT NULL, "api_key" TEXT NOT NULL DEFAULT '',
  "spend" DOUBLE PRECISION NOT NULL DEFAULT 0, "total_tokens" INTEGER NOT NULL DEFAULT 0, "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
  "completion_tokens" INTEGER NOT NULL DEFAULT 0, "startTime" TIMESTAMP(3) NOT NULL, "endTime" TIMESTAMP(3) NOT NULL,
  "model" TEXT NOT NULL DEFAULT '', "model_group" TEXT DEFAULT '', "custom_llm_provider" TEXT DEFAULT '', "user" TEXT DEFAULT '',
  "metadata" JSONB DEFAULT '{}', "request_tags" JSONB DEFAULT '[]', "team_id" TEXT, "end_user" TEXT, "messages" JSONB DEFAULT '{}',
  "response" JSONB DEFAULT '{}', "proxy_server_request" JSONB DEFAULT '{}', "status" TEXT)`;

const ROWS = `INSERT INTO "LiteLLM_SpendLogs" (request_id, call_type, spend, prompt_tokens, completion_tokens, "startTime", "endTime", model_group,
    custom_llm_provider, team_id, request_tags, end_user, messages)
  SELECT 'r' || n, 'acompletion', 0.0001, 10, 2, timestamp '2026-10-01' + n * interval '1 minute', timestamp '2026-10-01', 'small', 'azure', 'search',
    '["feature=chat"]', 'acme', '{"text":"a secret of the prompt"}' FROM generate_series(0, 4999) AS n`;

describe('the spend logs of a LiteLLM database', () => {
  let postgres: PostgresServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    postgres = await startPostgres();
    const from = await postgres.createDatabase();
    const litellm = new Client({ connectionString: from });
    await litellm.connect();
    for (const sql of [SCHEMA, ROWS]) await litellm.query(sql);
    await litellm.end();
    const url = await postgres.createDatabase();
    env = { DATABASE_URL: url, ENCRYPTION_KEY: testEncryptionKey(5), LITELLM_DATABASE_URL: from };
    expect(await runCli(['migrate'], { env })).toMatchObject({ code: 0 });
    expect(await runCli(['org', 'create', 'acme'], { env })).toMatchObject({ code: 0 });
  }, LIMIT_MS);

  afterAll(() => postgres?.stop(), LIMIT_MS);

  it('are imported once, to the cent, after a dry run that writes nothing', async () => {
    const run = (...more: string[]) =>
      runCli(['import', 'usage', '--organization', 'acme', '--json', ...more], { env });
    const trial = await run('--dry-run');
    expect([trial.stderr, trial.code]).toEqual(['', 0]);
    expect(trial.data).toMatchObject({ dry_run: true, rows: 5_000, days: 4, cost_usd: '0.5' });
    expect((await run()).data).toMatchObject({ outcome: 'complete', rows: 5_000, cost_usd: '0.5' });
    expect((await run()).data).toMatchObject({ outcome: 'unchanged' });
    const database = await openDatabase({ url: env.DATABASE_URL ?? '' });
    const acme = (await database.organizations.listEveryOne()).find(({ name }) => name === 'acme');
    const days = { fromDay: '2026-10-01', toDay: '2026-10-31', limit: 10, offset: 0, imported: 'include' } as const;
    const rows = await database.usage.list(acme?.id ?? '', { ...days, groups: ['team', 'model', 'provider'] });
    expect(rows).toMatchObject([
      { team: 'search', model: 'small', provider: 'azure-openai', requests: 5_000, promptTokens: 50_000, costUsd: 0.5 },
    ]);
    const tags = await database.usageDimensions.list(acme?.id ?? '', {
      ...days,
      isByDay: false,
      dimension: { kind: 'tag', name: 'feature' },
    });
    expect(tags).toMatchObject([{ value: 'chat', requests: 5_000 }]);
    await database.close();
  });

  it('are said to be missing in another database', async () => {
    const wrong = await runCli(['import', 'usage', '--dry-run'], {
      env: { ...env, LITELLM_DATABASE_URL: env.DATABASE_URL ?? '' },
    });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no database of LiteLLM')]);
  });
});
