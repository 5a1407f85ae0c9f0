// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/limits/shared-rate-limits.e2e.spec.ts.

import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  endWithThisProcess,
  gatewayConfig,
  hasRedis,
  type RedisServer,
  type RunningGateway,
  startGateway,
  startRedis,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { countMisses, type LimitedKey, whenShared } from './limited-teams.js';

const RUNS = 200;
const REQUESTS = 400;
const RPM = 50;
const FREEZES = 10;

/** Processes that do nothing but keep a processor busy, one for each of a small machine. */
const BURNERS = 2;

const BODY = JSON.stringify({ model: 'simulator-chat', messages: [{ role: 'user', content: 'Hello' }] });

const makeKeys = (name: string, count: number): LimitedKey[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${name}-${n}`,
    key: `ml-test-shared-${name}-${n}-of-counters`,
    rpm_limit: RPM,
  }));

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('counters that two gateways share, on a machine that is busy', () => {
  const keys = makeKeys('run', RUNS);
  const frozen = makeKeys('frozen', FREEZES);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const burners = Array.from({ length: BURNERS }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  for (const burner of burners) endWithThisProcess(burner);
  let redis: RedisServer;
  let gateways: RunningGateway[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    const config = gatewayConfig({
      upstreamUrl: 'http://127.0.0.1:9',
      kinds: ['simulator'],
      rate_limits: { backend: 'redis' },
      redis: { url: redis.url },
      teams: [{ name: 'counted', api_keys: [...keys, ...frozen] }],
    });
    gateways = await Promise.all([0, 1].map(() => startGateway({ config, readyWithinMs: 40_000 })));
    await Promise.all(gateways.map(whenShared));
    await waitUntil('the gateways to know each other', async () => {
      const metrics = await Promise.all(gateways.map((gateway) => gateway.metrics()));
      return metrics.every((text) => text.includes('service_known_gateways 2')) || undefined;
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const burner of burners) burner.kill('SIGKILL');
    agent.destroy();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  const ask = ({ key }: LimitedKey, gateway: RunningGateway): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const call = request(
        { agent, host: '127.0.0.1', port: gateway.port, path: '/v1/chat/completions', method: 'POST', headers },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      call.on('error', reject);
      call.end(BODY);
    });

  const askMany = (key: LimitedKey, count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(key, gateways[n % 2] as RunningGateway)));

  const admittedOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;

  it(`rule 7: of ${REQUESTS} requests at once exactly ${RPM} are admitted, in ${RUNS} of ${RUNS} runs`, async () => {
    const began = performance.now();
    const missesBefore = await countMisses(gateways);
    const admitted: number[] = [];
    for (const key of keys) {
      const statuses = await askMany(key, REQUESTS);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      admitted.push(admittedOf(statuses));
    }
    const misses = (await countMisses(gateways)) - missesBefore;
    const exact = admitted.filter((each) => each === RPM).length;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    process.stdout.write(
      `shared counters: exactly ${RPM} of ${REQUESTS} admitted in ${exact} of ${RUNS} runs, ${misses} fallbacks, ${seconds} s\n`,
    );
    expect(admitted).toEqual(keys.map(() => RPM));
    expect(misses).toBe(0);
  }, 240_000);

  it('a Redis that hangs in the middle hands out no fresh limit, and knows afterwards what was admitted', async () => {
    const totals: number[] = [];
    for (const [n, key] of frozen.entries()) {
      const answers = askMany(key, REQUESTS);
      await sleep(n * 10);
      redis.freeze();
      const meanwhile = admittedOf(await answers);
      redis.thaw();
      await Promise.all(gateways.map(whenShared));
      await sleep(100);
      const after = admittedOf(await askMany(key, RPM));
      totals.push(meanwhile + after);
    }
    process.stdout.write(`shared counters: with Redis frozen, ${RPM} a minute became ${totals.join(', ')}\n`);
    // A gateway that does not know yet what the other one admitted, admits half of what it knew of.
    for (const total of totals) expect(total).toBeLessThanOrEqual(RPM + RPM / 2);
    expect(totals.filter((total) => total >= RPM / 2).length).toBe(FREEZES);
  }, 120_000);
});
