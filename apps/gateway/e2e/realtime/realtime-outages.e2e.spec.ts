import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createVersionChannel, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  gatewayConfig,
  hasRedis,
  type PostgresServer,
  type RedisServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startRedis,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../database/make-tenant.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';

const LIMIT_MS = 90_000;

/** Cost of an answer, in US dollars, and the number of answers that a budget has room for. */
const COST = 0.001;
const ROOM = 20;

/** One session through the gateway. */
class Session {
  readonly socket: WebSocket;
  code: number | undefined = undefined;
  private isOpen = false;
  private status: number | undefined = undefined;
  private readonly events: { readonly type: string; readonly error?: { readonly code: string } }[] = [];

  constructor(baseUrl: string, key: string) {
    const url = `${baseUrl.replace('http', 'ws')}/v1/realtime?model=voice`;
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
    this.socket.on('open', () => (this.isOpen = true));
    this.socket.on('unexpected-response', (_request, { statusCode }) => (this.status = statusCode));
    this.socket.on('message', (data: Buffer) => this.events.push(JSON.parse(data.toString())));
    this.socket.on('close', (code) => (this.code = code));
    this.socket.on('error', () => undefined);
  }

  /** The status of its upgrade. */
  opened(): Promise<number> {
    return waitUntil('the upgrade', () => (this.isOpen ? 101 : this.status), 30_000);
  }

  /** Has the model answer once. Resolves to `done`, or to the code with which the session was closed instead. */
  async respond(): Promise<'done' | number> {
    this.socket.send('{"type":"response.create"}', () => undefined);
    return waitUntil(
      'an answer',
      () => {
        const event = this.events.shift();
        if (event?.type === 'response.done') return 'done';
        return event === undefined ? this.code : undefined;
      },
      30_000,
    );
  }

  async respondTimes(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) expect(await this.respond()).toBe('done');
  }
}

(hasRedis() ? describe : describe.skip)('sockets with a budget, while a store is away', () => {
  let provider: Server;
  let postgres: PostgresServer;
  let redis: RedisServer;
  let database: DatabaseWithSecrets;
  let tenant: Tenant;
  let gateway: RunningGateway;

  beforeAll(async () => {
    provider = createServer();
    new WebSocketServer({ server: provider }).on('connection', (socket) => {
      const usage = { input_tokens: 0, output_tokens: 1, total_tokens: 1 };
      const done = JSON.stringify({ type: 'response.done', response: { usage } });
      socket.on('message', (data: Buffer) => {
        // Responses that run beside each other end together.
        const count = /"together":(\d+)/.exec(data.toString())?.[1] ?? 1;
        for (let each = 0; each < Number(count); each += 1) socket.send(done);
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const upstreamUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const url = await postgres.createDatabase();
    const channel = createVersionChannel({ redisUrl: undefined, postgresUrl: url });
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY), channel });
    await database.migrate();
    await channel.close();
    tenant = await makeTenant(database, 'default', { upstreamUrl });
    gateway = await startGateway({
      config: gatewayConfig({
        upstreamUrl,
        telemetry: { log_level: 'silent' },
        rate_limits: { backend: 'redis' },
        providers: [
          { name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
        ],
        models: [
          {
            logical_name: 'voice',
            provider: 'openai',
            upstream_model: 'upstream-voice',
            type: 'realtime',
            prices: { input_per_million: 0, output_per_million: COST * 1_000_000 },
          },
        ],
        teams: [
          {
            name: 'research',
            rpm_limit: 1_000,
            tpm_limit: 1_000_000,
            api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }],
          },
        ],
      }),
      env: { DATABASE_URL: url, REDIS_URL: redis.url, ENCRYPTION_KEY },
      readyWithinMs: 60_000,
    });
  }, 2 * HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop('SIGKILL');
    await database?.close();
    provider?.closeAllConnections();
    provider?.close();
    await Promise.all([postgres?.stop(), redis?.stop()]);
  }, HOOK_LIMIT_MS);

  /** Reads the records and the charges of a credential's answers. */
  const readSpending = async (id: string) => {
    const { rows } = await database.sql.executeSql(
      `SELECT (SELECT count(*)::int FROM audit_records WHERE credential_id = $1 AND details->>'session' IS NOT NULL) AS records,
              (SELECT sum(spent)::float8 FROM budget_accounts WHERE account LIKE '%' || $1 || '%') AS spent`,
      [id],
    );
    return rows[0] as { records: number; spent: number | null };
  };

  // docs/contract/realtime.md#policies
  it(
    'and none is: every response that ends is charged, also those beside the one that used the budget up',
    async () => {
      const { id, token } = await tenant.issueKey(false, { budgetUsd: COST, budgetResetPeriod: 'monthly' });
      const session = new Session(gateway.baseUrl, token);
      expect(await session.opened()).toBe(101);
      session.socket.send('{"type":"response.create","together":3}');
      expect(await waitUntil('the close', () => session.code, 30_000)).toBe(1008);
      const charged = await waitUntil(
        'the charges',
        async () => {
          const spending = await readSpending(id);
          return spending.records > 0 && spending.spent !== null ? spending : undefined;
        },
        30_000,
      );
      expect(charged.spent).toBeCloseTo(charged.records * COST, 6);
    },
    LIMIT_MS,
  );

  it(
    'PostgreSQL: a session spends what its gateway holds of the budget, never more, and each answer is charged once',
    async () => {
      const { id, token } = await tenant.issueKey(false, { budgetUsd: COST * ROOM, budgetResetPeriod: 'monthly' });
      const limited = new Session(gateway.baseUrl, token);
      const free = new Session(gateway.baseUrl, TEST_KEYS.research);
      expect([await limited.opened(), await free.opened()]).toEqual([101, 101]);
      await limited.respondTimes(3);
      await free.respondTimes(3);
      await postgres.interrupt();
      let answers = 3;
      let end: 'done' | number = 'done';
      while (end === 'done' && answers < 3 * ROOM) {
        end = await limited.respond();
        if (end === 'done') answers += 1;
      }
      expect(end).toBe(1008);
      // The answer that uses the budget up may exceed it.
      expect(answers).toBeLessThanOrEqual(ROOM + 1);
      await free.respondTimes(10);
      expect(free.code).toBeUndefined();
      await postgres.resume();
      await free.respondTimes(3);
      free.socket.close();
      const charged = await waitUntil(
        'every answer to be charged',
        async () => {
          const spending = await readSpending(id).catch(() => undefined);
          return spending?.records === answers && spending.spent !== null ? spending : undefined;
        },
        30_000,
      );
      expect(charged.spent).toBeCloseTo(answers * COST, 6);
    },
    LIMIT_MS,
  );

  // docs/contract/operations.md#outages
  it(
    'Redis: sessions go on, and new ones are let in by what the gateway counts itself',
    async () => {
      const before = new Session(gateway.baseUrl, TEST_KEYS.research);
      expect(await before.opened()).toBe(101);
      await before.respondTimes(2);
      await redis.interrupt();
      await before.respondTimes(5);
      const meanwhile = new Session(gateway.baseUrl, TEST_KEYS.research);
      expect(await meanwhile.opened()).toBe(101);
      await meanwhile.respondTimes(2);
      await redis.resume();
      await before.respondTimes(2);
      await meanwhile.respondTimes(2);
      expect([before.code, meanwhile.code]).toEqual([undefined, undefined]);
      before.socket.close();
      meanwhile.socket.close();
    },
    LIMIT_MS,
  );
});
