import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createVersionChannel, type Database, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  gatewayConfig,
  httpRequest,
  jsonReply,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';

/** 0.0045 USD by the price of the catalog's gpt-4o. */
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const COST = 0.0045;

const PROCESSES = 3;

let postgres: PostgresServer;
let upstream: FakeUpstream;
let database: Database;
let tenant: Tenant;
let gateways: RunningGateway[];
let start: () => Promise<RunningGateway>;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const channel = createVersionChannel({ redisUrl: undefined, postgresUrl: url });
  database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY), channel });
  await database.migrate();
  await channel.close();
  upstream = await startUpstream();
  upstream.setDefault(jsonReply(completion({ content: 'Hi' }, USAGE)));
  tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
  const config = gatewayConfig({ upstreamUrl: upstream.url, telemetry: { log_level: 'warn' } });
  const env = { DATABASE_URL: url, ENCRYPTION_KEY };
  start = () => startGateway({ config, env, readyWithinMs: 60_000 });
  gateways = await Promise.all(Array.from({ length: PROCESSES }, start));
}, 3 * HOOK_LIMIT_MS);

afterAll(async () => {
  await Promise.all((gateways ?? []).map((gateway) => gateway.stop()));
  await database?.close();
  await upstream?.close();
  await postgres?.stop();
}, HOOK_LIMIT_MS);

interface Told {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

async function ask(gateway: RunningGateway | undefined, token: string): Promise<Told> {
  const { status, headers } = await httpRequest({
    url: `${gateway?.baseUrl}/v1/chat/completions`,
    headers: { authorization: `Bearer ${token}` },
    body: { ...HELLO, max_tokens: 100 },
  });
  return { status, retryAfter: headers['retry-after'] };
}

/** Sends requests through all processes at once, until each has refused. */
async function spendFromAll(token: string, processes: readonly RunningGateway[], atOnce: number) {
  const told: Told[] = [];
  await Promise.all(
    processes.flatMap((gateway) =>
      Array.from({ length: atOnce }, async () => {
        for (let turn = 0; turn < 60; turn++) {
          const answer = await ask(gateway, token);
          told.push(answer);
          if (answer.status === 402 || answer.status === 429) return;
          if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }),
    ),
  );
  const count = (status: number) => told.filter((each) => each.status === status).length;
  return { told, served: count(200), refused: count(402) + count(429), unknown: count(503) };
}

describe('one nearly empty budget, spent from three gateway processes at once', () => {
  it.each([
    ['a few answers', 0.02],
    ['dozens of answers', 0.25],
  ])(
    'of %s is not overspent beyond an opening credit or one request a process, and is spent to the end',
    async (_what, budgetUsd) => {
      const { token } = await tenant.issueKey(false, { budgetUsd, budgetResetPeriod: 'monthly' });
      const first = await spendFromAll(token, gateways, 4);
      expect(first.told.every(({ status }) => [200, 402, 503].includes(status))).toBe(true);
      expect(first.told.every(({ status, retryAfter }) => status !== 503 || retryAfter === '1')).toBe(true);
      expect(first.refused).toBeGreaterThan(0);
      // A request reserves what 100 tokens of an answer cost, and costs more: that much a running one may exceed.
      const bound = budgetUsd + PROCESSES * Math.max(0.02 * budgetUsd, COST) + PROCESSES * 4 * COST;
      expect(first.served * COST).toBeLessThanOrEqual(bound);

      // What idle processes held has come back after ten seconds; one process spends the rest.
      const { served } = await waitUntil(
        'the rest of the budget to be spent',
        async () => {
          const more = await spendFromAll(token, gateways.slice(0, 1), 1);
          first.served += more.served;
          return more.served === 0 && first.served * COST > budgetUsd - COST ? first : undefined;
        },
        25_000,
      );
      expect(served * COST).toBeLessThanOrEqual(bound);
    },
    60_000,
  );

  it('of tokens holds for a team, whichever of its keys asks', async () => {
    const budget = 24_000;
    const { id } = await tenant.change(({ teams }) =>
      teams.create(tenant.organizationId, { name: 'counted', tokenBudgetMonthly: budget }),
    );
    const keys = await Promise.all([1, 2].map(() => tenant.issueKey(false, { teamId: id })));
    const spent = await Promise.all(keys.map(({ token }) => spendFromAll(token, gateways, 2)));
    const served = spent.reduce((sum, each) => sum + each.served, 0);
    expect(spent.every(({ told }) => told.every(({ status }) => [200, 429, 503].includes(status)))).toBe(true);
    const bound = budget + PROCESSES * Math.max(0.02 * budget, 1_200) + PROCESSES * 4 * 1_200;
    expect(served * 1_200).toBeLessThanOrEqual(bound);
    expect(served * 1_200).toBeGreaterThan(budget / 2);
  }, 60_000);
});

describe('a restart', () => {
  it('forgets nothing that was spent: each answer is charged once, in the database', async () => {
    const budgetUsd = 0.05;
    const { token, id } = await tenant.issueKey(false, { budgetUsd, budgetResetPeriod: 'never' });
    const account = [{ account: `credential:${id}:never`, period_start: new Date(0).toISOString() }];
    const before = await start();
    const first = await spendFromAll(token, [before], 1);
    expect(first.refused).toBe(1);
    await before.stop();
    const [left] = await database.budgets.listSpending(account);
    expect(left?.spent).toBeCloseTo(first.served * COST, 9);
    expect(left?.leased).toBeCloseTo(0, 9);

    const after = await start();
    gateways.push(after);
    const second = await spendFromAll(token, [after], 1);
    // The opening credit: one request, since two percent of the budget are less.
    expect(second.served).toBeLessThanOrEqual(1);
    expect(second.refused).toBe(1);
    const charged = (first.served + second.served) * COST;
    const spent = await waitUntil(
      'all that was served to be charged',
      async () => {
        const [found] = await database.budgets.listSpending(account);
        return found && found.spent > charged - COST / 2 ? found.spent : undefined;
      },
      20_000,
    );
    expect(spent).toBeCloseTo(charged, 9);
  }, 180_000);
});

describe('a gateway that stops', () => {
  it('gives back what it held', async () => {
    const { token, id } = await tenant.issueKey(false, { budgetUsd: 1, budgetResetPeriod: 'never' });
    const leaving = await start();
    expect(await ask(leaving, token)).toMatchObject({ status: 200 });
    const account = [{ account: `credential:${id}:never`, period_start: new Date(0).toISOString() }];
    const held = await waitUntil('a slice to be leased', async () => {
      const [found] = await database.budgets.listSpending(account);
      return found && found.leased > COST ? found : undefined;
    });
    expect(held.leased).toBeLessThanOrEqual(0.06);
    await leaving.stop();
    const [left] = await database.budgets.listSpending(account);
    expect((left?.leased ?? 0) + (left?.spent ?? 0)).toBeCloseTo(COST, 9);
  }, 60_000);
});
