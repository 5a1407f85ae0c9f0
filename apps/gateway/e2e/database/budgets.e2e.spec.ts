import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createVersionChannel, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
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
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';

const itInTurn = takeTurns(it);

/** 0.0045 USD by the price of the catalog's gpt-4o. */
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const COST = 0.0045;

const PROCESSES = 3;

let postgres: PostgresServer;
let upstream: FakeUpstream;
let database: DatabaseWithSecrets;
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

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

async function ask(gateway: RunningGateway | undefined, token: string, more: object = {}): Promise<Outcome> {
  const { status, headers } = await httpRequest({
    url: `${gateway?.baseUrl}/v1/chat/completions`,
    headers: { authorization: `Bearer ${token}` },
    body: { ...HELLO, ...more },
  });
  return { status, retryAfter: headers['retry-after'] };
}

/** Sends requests through all processes at once, until each caller is rejected for good. */
async function spendFromAll(token: string, processes: readonly RunningGateway[], atOnce: number) {
  const outcomes: Outcome[] = [];
  await Promise.all(
    processes.flatMap((gateway) =>
      Array.from({ length: atOnce }, async () => {
        for (let turn = 0; turn < 600; turn++) {
          const answer = await ask(gateway, token);
          outcomes.push(answer);
          if (answer.status === 402 || answer.status === 429) return;
          if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }),
    ),
  );
  const count = (status: number) => outcomes.filter((each) => each.status === status).length;
  return { outcomes, served: count(200), refused: count(402) + count(429), unknown: count(503) };
}

/** One request after the other, each through the next process. */
async function spendInTurn(token: string, processes: readonly RunningGateway[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < 600; turn++) {
    const { status } = await ask(processes[turn % processes.length], token);
    statuses.push(status);
    if (status !== 200) return statuses;
  }
  return statuses;
}

const answerOf = (usage: typeof USAGE) => jsonReply(completion({ content: 'Hi' }, usage));

/** 0.0005 USD. */
const CHEAP = { prompt_tokens: 100, completion_tokens: 25, total_tokens: 125 };

afterEach(() => upstream.setDefault(answerOf(USAGE)));

describe('one budget, spent by one caller after the other', () => {
  it.each([
    ['one process', 0.05, 1, 100],
    ['two processes in turn', 0.2, 2, 400],
    ['three processes in turn', 0.02, 3, 40],
  ])(
    'through %s is spent to its end without a wait that fails: $%d',
    async (_what, budgetUsd, count, answers) => {
      upstream.setDefault(answerOf(CHEAP));
      const { token } = await tenant.issueKey(false, { budgetUsd, budgetResetPeriod: 'monthly' });
      const statuses = await spendInTurn(token, gateways.slice(0, count));
      const served = statuses.length - 1;
      expect(statuses.at(-1)).toBe(402);
      expect(served).toBeGreaterThanOrEqual(answers);
      expect(served).toBeLessThanOrEqual(answers + count);
    },
    60_000,
  );

  it('of a thousand tokens is 67 answers of 15, though each reserves more than there is', async () => {
    upstream.setDefault(answerOf({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }));
    const { id } = await tenant.change(({ teams }) =>
      teams.create(tenant.organizationId, { name: 'small', tokenBudgetMonthly: 1_000 }),
    );
    const { token } = await tenant.issueKey(false, { teamId: id });
    const statuses = await spendInTurn(token, gateways.slice(0, 2));
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length - 1).toBeGreaterThanOrEqual(67);
    expect(statuses.length - 1).toBeLessThanOrEqual(69);
  }, 60_000);

  itInTurn(
    'continues where another process fell idle with a part of it',
    async () => {
      upstream.setDefault(answerOf(CHEAP));
      const { token } = await tenant.issueKey(false, { budgetUsd: 0.02, budgetResetPeriod: 'monthly' });
      const [first, second] = gateways;
      for (let turn = 0; turn < 10; turn++) expect(await ask(first, token)).toMatchObject({ status: 200 });
      const statuses = await spendInTurn(token, second ? [second] : []);
      expect(statuses.at(-1)).toBe(402);
      expect(statuses.length - 1).toBeGreaterThanOrEqual(30);
      expect(statuses.length - 1).toBeLessThanOrEqual(31);
    },
    60_000,
  );
});

describe('one budget, spent from three gateway processes at once', () => {
  it.each([
    ['a few answers', 0.02],
    ['dozens of answers', 0.25],
  ])(
    'of %s is spent to its end, and at most one request a process beyond',
    async (_what, budgetUsd) => {
      const { token } = await tenant.issueKey(false, { budgetUsd, budgetResetPeriod: 'monthly' });
      const { outcomes, served, refused } = await spendFromAll(token, gateways, 4);
      expect(outcomes.every(({ status }) => [200, 402, 503].includes(status))).toBe(true);
      expect(outcomes.every(({ status, retryAfter }) => status !== 503 || retryAfter === '1')).toBe(true);
      expect(refused).toBe(4 * PROCESSES);
      // Rejected for good only once all of it was spent.
      expect(served * COST).toBeGreaterThan(budgetUsd - 1e-9);
      expect(served * COST).toBeLessThanOrEqual(budgetUsd + PROCESSES * COST);
    },
    60_000,
  );

  itInTurn(
    'of tokens holds for a team, whichever of its keys asks',
    async () => {
      const budget = 24_000;
      const { id } = await tenant.change(({ teams }) =>
        teams.create(tenant.organizationId, { name: 'counted', tokenBudgetMonthly: budget }),
      );
      const keys = await Promise.all([1, 2].map(() => tenant.issueKey(false, { teamId: id })));
      const spent = await Promise.all(keys.map(({ token }) => spendFromAll(token, gateways, 2)));
      const served = spent.reduce((sum, each) => sum + each.served, 0);
      expect(spent.every(({ outcomes }) => outcomes.every(({ status }) => [200, 429, 503].includes(status)))).toBe(
        true,
      );
      expect(served * 1_200).toBeGreaterThanOrEqual(budget);
      expect(served * 1_200).toBeLessThanOrEqual(budget + PROCESSES * 1_200);
    },
    60_000,
  );
});

describe('a restart', () => {
  it('forgets nothing that was spent: each answer is charged once, in the database', async () => {
    const budgetUsd = 0.05;
    const { token, id } = await tenant.issueKey(false, { budgetUsd, budgetResetPeriod: 'never' });
    const account = [{ account: `credential:${id}:never`, period_start: new Date(0).toISOString() }];
    const before = await start();
    const first = await spendFromAll(token, [before], 1);
    expect([first.served, first.refused]).toEqual([12, 1]);
    await before.stop();
    const [left] = await database.budgets.listSpending(account);
    expect(left?.spent).toBeCloseTo(first.served * COST, 9);
    expect(left?.leased).toBeCloseTo(0, 9);

    const after = await start();
    gateways.push(after);
    const second = await spendFromAll(token, [after], 1);
    expect([second.served, second.refused]).toEqual([0, 1]);
    const charged = first.served * COST;
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
  it('returns what it held', async () => {
    const { token, id } = await tenant.issueKey(false, { budgetUsd: 1, budgetResetPeriod: 'never' });
    const leaving = await start();
    expect(await ask(leaving, token)).toMatchObject({ status: 200 });
    const account = [{ account: `credential:${id}:never`, period_start: new Date(0).toISOString() }];
    // It is large until it is known what an answer costs.
    await waitUntil('a slice of a twentieth to be leased', async () => {
      const [found] = await database.budgets.listSpending(account);
      return found && found.leased > COST && found.leased < 0.06 ? found : undefined;
    });
    await leaving.stop();
    const [left] = await database.budgets.listSpending(account);
    expect((left?.leased ?? 0) + (left?.spent ?? 0)).toBeCloseTo(COST, 9);
  }, 60_000);
});
