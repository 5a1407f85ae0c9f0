// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/importers/src/litellm-database/plan-litellm-database.spec.ts.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  httpRequest,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  testEncryptionKey,
} from '@multilane/testing';
import { Client } from 'pg';
import { runCli } from '../operating/run-cli.js';

const LIMIT_MS = 240_000;

jest.setTimeout(LIMIT_MS);

/** The columns that the importer reads, as LiteLLM's migrations make them. */
const OWN_SCHEMA = `
CREATE TABLE "LiteLLM_BudgetTable" ("budget_id" TEXT PRIMARY KEY, "max_budget" DOUBLE PRECISION, "tpm_limit" BIGINT,
  "rpm_limit" BIGINT, "budget_duration" TEXT, "created_by" TEXT NOT NULL, "updated_by" TEXT NOT NULL);
CREATE TABLE "LiteLLM_TeamTable" ("team_id" TEXT PRIMARY KEY, "team_alias" TEXT, "members_with_roles" JSONB NOT NULL DEFAULT '{}',
  "max_budget" DOUBLE PRECISION, "models" TEXT[], "tpm_limit" BIGINT, "rpm_limit" BIGINT, "blocked" BOOLEAN NOT NULL DEFAULT false,
  "organization_id" TEXT, "metadata" JSONB NOT NULL DEFAULT '{}');
CREATE TABLE "LiteLLM_UserTable" ("user_id" TEXT PRIMARY KEY, "user_alias" TEXT, "user_email" TEXT, "user_role" TEXT,
  "max_budget" DOUBLE PRECISION, "models" TEXT[]);
CREATE TABLE "LiteLLM_VerificationToken" ("token" TEXT PRIMARY KEY, "key_name" TEXT, "key_alias" TEXT,
  "spend" DOUBLE PRECISION NOT NULL DEFAULT 0, "expires" TIMESTAMP(3), "models" TEXT[], "user_id" TEXT, "team_id" TEXT,
  "blocked" BOOLEAN, "tpm_limit" BIGINT, "rpm_limit" BIGINT, "max_budget" DOUBLE PRECISION, "budget_duration" TEXT,
  "budget_id" TEXT, "aliases" JSONB NOT NULL DEFAULT '{}', "permissions" JSONB NOT NULL DEFAULT '{}',
  "metadata" JSONB NOT NULL DEFAULT '{}', "allowed_routes" TEXT[] DEFAULT '{}', "max_parallel_requests" INTEGER,
  "model_max_budget" JSONB NOT NULL DEFAULT '{}', "allowed_cache_controls" TEXT[] DEFAULT '{}', "object_permission_id" TEXT);
CREATE TABLE "LiteLLM_OrganizationTable" ("organization_id" TEXT PRIMARY KEY, "organization_alias" TEXT NOT NULL,
  "budget_id" TEXT NOT NULL, "models" TEXT[], "created_by" TEXT NOT NULL, "updated_by" TEXT NOT NULL);
CREATE TABLE "LiteLLM_ObjectPermissionTable" ("object_permission_id" TEXT PRIMARY KEY, "mcp_servers" TEXT[] DEFAULT '{}', "mcp_tool_permissions" JSONB);
CREATE TABLE "LiteLLM_EndUserTable" ("user_id" TEXT PRIMARY KEY, "blocked" BOOLEAN NOT NULL DEFAULT false);
CREATE TABLE "LiteLLM_GuardrailsTable" ("guardrail_id" TEXT PRIMARY KEY, "guardrail_name" TEXT NOT NULL, "litellm_params" JSONB NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updated_at" TIMESTAMP(3) NOT NULL);
`;

/** LiteLLM's own schema, where LITELLM_PROXY_EXTRAS names the folder of the Python package `litellm_proxy_extras`. */
const PACKAGE = join(process.env.LITELLM_PROXY_EXTRAS ?? '', 'migrations');
const listMigrations = (): string[] =>
  readdirSync(PACKAGE)
    .toSorted()
    .map((name) => join(PACKAGE, name, 'migration.sql'))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
const SCHEMAS: readonly (readonly [string, () => string[]])[] = [
  ['of the test', () => [OWN_SCHEMA]],
  ...(process.env.LITELLM_PROXY_EXTRAS ? [['of its package', listMigrations] as const] : []),
];

const KEYS = {
  ada: 'sk-ada-of-the-test',
  blocked: 'sk-blocked-of-the-test',
  spent: 'sk-spent-of-the-test',
  little: 'sk-little-of-the-test',
  narrow: 'sk-narrow-of-the-test',
};
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Rows in the form of LiteLLM's own code: hashes of whole keys, a name with the last four characters. */
const ROWS = `
INSERT INTO "LiteLLM_BudgetTable" (budget_id, max_budget, budget_duration, created_by, updated_by) VALUES ('b1', 25, '30d', 'x', 'x');
INSERT INTO "LiteLLM_UserTable" (user_id, user_email, user_role, models) VALUES ('u1', 'ada@example.com', 'internal_user', '{}');
INSERT INTO "LiteLLM_TeamTable" (team_id, team_alias, models, rpm_limit, members_with_roles)
  VALUES ('t1', 'research', '{small,large}', 600, '[{"user_id":"u1","role":"user"}]');
INSERT INTO "LiteLLM_VerificationToken" (token, key_name, key_alias, team_id, user_id, models, spend, max_budget, budget_duration, budget_id, blocked) VALUES
  ('${hashOf(KEYS.ada)}', 'sk-...test', 'ada', 't1', 'u1', '{}', 3, NULL, NULL, 'b1', NULL),
  ('${hashOf(KEYS.blocked)}', 'sk-...test', 'blocked', 't1', NULL, '{}', 0, NULL, NULL, NULL, true),
  ('${hashOf(KEYS.spent)}', 'sk-...test', 'spent', 't1', NULL, '{}', 10, 10, NULL, NULL, false),
  ('${hashOf(KEYS.little)}', 'sk-...test', 'little', 't1', NULL, '{}', 9.5, 10, NULL, NULL, NULL),
  ('${hashOf(KEYS.narrow)}', 'sk-...test', 'narrow', 't1', NULL, '{small}', 0, NULL, NULL, NULL, NULL);
`;

/**
 * Keys of two further databases, each with a restriction of LiteLLM, and the models that LiteLLM's documents say it may use
 * for chat (https://docs.litellm.ai/docs/proxy/virtual_keys, /model_access). `keeps`: those that it must not lose.
 */
const RESTRICTED: readonly {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly may: readonly string[];
  readonly keeps?: readonly string[];
}[] = [
  { name: 'free', columns: {}, may: ['small', 'large'], keeps: ['small', 'large'] },
  { name: 'personal', columns: { user_id: "'u2'" }, may: ['small'], keeps: ['small'] },
  { name: 'nobody', columns: { user_id: "'u3'" }, may: [] },
  { name: 'of-organization', columns: { team_id: "'t2'" }, may: ['small'], keeps: ['small'] },
  { name: 'routes', columns: { allowed_routes: "'{/v1/embeddings}'" }, may: [] },
  { name: 'every-route', columns: { allowed_routes: "'{llm_api_routes}'" }, may: ['small', 'large'], keeps: ['large'] },
  { name: 'dashboard', columns: { team_id: "'litellm-dashboard'" }, may: [] },
  { name: 'wildcard', columns: { models: "'{openai/*}'" }, may: [] },
  { name: 'no-requests', columns: { rpm_limit: '0' }, may: [] },
  { name: 'no-tokens', columns: { tpm_limit: '0' }, may: [] },
  { name: 'parallel', columns: { max_parallel_requests: '0' }, may: [] },
  { name: 'by-model', columns: { model_max_budget: `'{"large":{"budget_limit":0}}'` }, may: ['small'] },
  { name: 'guarded', columns: { metadata: `'{"guardrails":["never"]}'` }, may: [] },
  { name: 'tagged', columns: { metadata: `'{"tags":["none"]}'` }, may: [] },
  { name: 'limited-model', columns: { metadata: `'{"model_rpm_limit":{"small":0}}'` }, may: ['large'] },
  {
    name: 'alias',
    columns: { aliases: `'{"large":"small"}'`, models: "'{small,large}'" },
    may: ['small'],
    keeps: ['small'],
  },
  { name: 'tools', columns: { object_permission_id: "'p1'" }, may: ['small', 'large'] },
  { name: 'expired', columns: { expires: "'2020-01-01 00:00:00'" }, may: [] },
  { name: 'lost-team', columns: { team_id: "'gone'" }, may: [] },
  { name: 'of-blocked-team', columns: { team_id: "'t3'" }, may: [] },
];
const tokenOf = (name: string): string => `sk-${name}-of-the-restricted`;
const restrictedRows = (): string => `
INSERT INTO "LiteLLM_BudgetTable" (budget_id, created_by, updated_by) VALUES ('b2', 'x', 'x');
INSERT INTO "LiteLLM_OrganizationTable" (organization_id, organization_alias, budget_id, models, created_by, updated_by) VALUES ('o1', 'o', 'b2', '{small}', 'x', 'x');
INSERT INTO "LiteLLM_ObjectPermissionTable" (object_permission_id, mcp_tool_permissions) VALUES ('p1', '{"s":["read"]}');
INSERT INTO "LiteLLM_UserTable" (user_id, user_email, models) VALUES ('u2', 'bob@example.com', '{small}'), ('u3', 'eve@example.com', '{no-default-models}');
INSERT INTO "LiteLLM_EndUserTable" (user_id, blocked) VALUES ('mallory', true);
INSERT INTO "LiteLLM_TeamTable" (team_id, team_alias, models, organization_id, blocked) VALUES
  ('t2', 'of organization', '{}', 'o1', false), ('t3', 'blocked', '{}', NULL, true);
${RESTRICTED.map(({ name, columns }) => {
  const all = { token: `'${hashOf(tokenOf(name))}'`, key_alias: `'r-${name}'`, models: "'{}'", ...columns };
  return `INSERT INTO "LiteLLM_VerificationToken" (${Object.keys(all).join(', ')}) VALUES (${Object.values(all).join(', ')});`;
}).join('\n')}
`;
/** In the second database, a guardrail is on for everybody. */
const GUARDRAIL = `INSERT INTO "LiteLLM_GuardrailsTable" (guardrail_id, guardrail_name, litellm_params, updated_at)
  VALUES ('g1', 'always', '{"guardrail":"aporia","default_on":true}', now());`;

/** Each token of an answer costs a dollar. */
const DEAR = { provider: 'simulator', upstream_model: 'simulator', prices: { output_per_million: 1_000_000 } };

describe.each(SCHEMAS)('a LiteLLM database with the schema %s', (_name, schema) => {
  let postgres: PostgresServer;
  let gateway: RunningGateway;
  let from: string;
  let env: Record<string, string>;
  /** The two further databases. */
  let restricted: string[];

  beforeAll(async () => {
    postgres = await startPostgres();
    from = await postgres.createDatabase();
    const litellm = new Client({ connectionString: from });
    await litellm.connect();
    for (const sql of [...schema(), ROWS]) await litellm.query(sql);
    await litellm.end();
    restricted = await Promise.all(
      ['', GUARDRAIL].map(async (more) => {
        const url = await postgres.createDatabase();
        const client = new Client({ connectionString: url });
        await client.connect();
        for (const sql of [...schema(), restrictedRows(), more]) await client.query(sql);
        await client.end();
        return url;
      }),
    );
    env = { DATABASE_URL: await postgres.createDatabase(), ENCRYPTION_KEY: testEncryptionKey(5) };
    expect(await runCli(['migrate'], { env })).toMatchObject({ code: 0 });
    expect(await runCli(['org', 'create', 'acme'], { env })).toMatchObject({ code: 0 });
    expect(await runCli(['org', 'products', 'acme', '--grant', 'ai_gateway'], { env })).toMatchObject({ code: 0 });
  }, LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await postgres?.stop();
  }, LIMIT_MS);

  const ask = (key: string, model: string) =>
    httpRequest({
      method: 'POST',
      url: `${gateway.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      body: { model, messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 5 },
    });

  it('is imported once, after a dry run that writes nothing', async () => {
    const command = ['import', 'litellm', '--organization', 'acme', '--json'];
    const run = (...more: string[]) => runCli([...command, ...more], { env: { ...env, LITELLM_DATABASE_URL: from } });
    const trial = await run('--dry-run');
    expect([trial.stderr, trial.code]).toEqual(['', 0]);
    expect(trial.data).toMatchObject({ dry_run: true, teams: 2, users: 1, keys: 5, unchanged: 0 });
    expect((await run()).data).toMatchObject({ teams: 2, users: 1, keys: 5, unchanged: 0 });
    expect((await run()).data).toMatchObject({ teams: 0, users: 0, keys: 0, unchanged: 8, wider_teams: [] });
    const wrong = await runCli(command, { env: { ...env, LITELLM_DATABASE_URL: env.DATABASE_URL ?? '' } });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no database of LiteLLM')]);
  });

  it('never lets a key do more than LiteLLM did, and says first what it closed', async () => {
    const run = (url: string, ...more: string[]) =>
      runCli(['import', 'litellm', '--organization', 'acme', '--json', ...more], {
        env: { ...env, LITELLM_DATABASE_URL: url },
      });
    const [open = '', guarded = ''] = restricted;
    expect(await run(open, '--strict')).toMatchObject({ code: 1 });
    const closed = (await run(guarded, '--dry-run')).data as { findings: { path: string; status: string }[] };
    expect(closed.findings.find(({ path }) => path.includes('Guardrails'))?.status).toBe('opens_access');
    const shut = (await run(open, '--dry-run')).data as { findings: { path: string; status: string }[] };
    expect(shut.findings.find(({ path }) => path.startsWith('LiteLLM_EndUserTable'))?.status).toBe('opens_access');
    // Requests of any key may name a rejected client: without this, every key would be disabled.
    const { data, stderr } = await run(open, '--open', 'end_users');
    expect(stderr).toBe('');
    const { findings } = data as { findings: { status: string }[] };
    const closing = findings.filter(({ status }) => status === 'opens_access').length;
    expect(closing).toBeGreaterThan(5);
    expect(findings.slice(0, closing).every(({ status }) => status === 'opens_access')).toBe(true);
  });

  it('has keys that go on working, with their models and their budget', async () => {
    const models = ['small', 'large'].map((logical_name) => ({ logical_name, ...DEAR }));
    gateway = await startGateway({
      config: { models, async: { enabled: false }, batches: { enabled: false } },
      env,
      readyWithinMs: 60_000,
    });
    expect(await ask(KEYS.ada, 'large')).toMatchObject({ status: 200 });
    expect(await ask(KEYS.narrow, 'small')).toMatchObject({ status: 200 });
    expect((await ask(KEYS.narrow, 'large')).status).toBeGreaterThanOrEqual(400);
    expect(await ask(KEYS.blocked, 'small')).toMatchObject({ status: 401 });
    expect(await ask(KEYS.spent, 'small')).toMatchObject({ status: 401 });
    expect(await ask('sk-unknown-of-the-test', 'small')).toMatchObject({ status: 401 });
    // Half a dollar is left: the first answer spends it.
    const deadline = Date.now() + 60_000;
    let status = 200;
    while (status !== 402 && Date.now() < deadline) status = (await ask(KEYS.little, 'small')).status;
    expect(status).toBe(402);
  });

  it.each(RESTRICTED)(
    'has the key $name, which may use what it may use at LiteLLM or less',
    async ({ name, may, keeps = [] }) => {
      for (const model of ['small', 'large']) {
        const { status } = await ask(tokenOf(name), model);
        if (!may.includes(model)) expect([model, status, status >= 400]).toEqual([model, status, true]);
        if (keeps.includes(model)) expect([model, status]).toEqual([model, 200]);
      }
    },
  );
});
