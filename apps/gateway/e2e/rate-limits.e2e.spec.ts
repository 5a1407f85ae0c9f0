import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  type GatewaySections,
  type HttpAnswer,
  hasRedis,
  httpRequest,
  jsonReply,
  type RedisServer,
  type RunningGateway,
  serverError,
  stallAfter,
  startGateway,
  startRedis,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord, INFERENCE_ROUTES } from './inference-routes.js';
import { openSlowWay, type SlowWay } from './open-slow-way.js';
import { startEveryProvider } from './start-every-provider.js';
import { HELLO, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from './start-pair.js';

const BACKENDS = hasRedis() ? (['memory', 'redis'] as const) : (['memory'] as const);

type Limits = Partial<Record<'rpm_limit' | 'tpm_limit', number>>;

interface LimitedKey extends Limits {
  readonly name: string;
  readonly key: string;
}

let teams = 0;

/** A team of a test's own: its name and keys are in no other test, and so neither are its counters. */
function makeTeam(limits: Limits, ...keys: Limits[]): { team: Limits & { name: string }; keys: LimitedKey[] } {
  const name = `team-${process.pid}-${++teams}`;
  const made = keys.map((more, n) => ({ name: `key-${n}`, key: `ml-test-${name}-of-limits-${n}`, ...more }));
  return { team: { name, ...limits }, keys: made };
}

const sectionsOf = ({ team, keys }: ReturnType<typeof makeTeam>): GatewaySections => ({
  teams: [
    { ...team, api_keys: keys },
    { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
  ],
});

const usage = (prompt: number, written: number) => ({
  prompt_tokens: prompt,
  completion_tokens: written,
  total_tokens: prompt + written,
});

/** How often requests were counted by a process alone that should have been counted in Redis. */
async function countMisses(gateways: readonly RunningGateway[]): Promise<number> {
  const metrics = await Promise.all(gateways.map((gateway) => gateway.metrics()));
  const counts = metrics.map((text) => Number(/^service_shared_limit_misses_total (\d+)$/m.exec(text)?.[1]));
  return counts.reduce((sum, each) => sum + each, 0);
}

const errorOf = (answer: HttpAnswer) => (answer.json() as { error: Record<string, unknown> }).error;

describe.each(BACKENDS)('rate limits of gateway.yaml on the %s backend', (backend) => {
  let redis: RedisServer | undefined;
  let pair: Pair;
  let backendSections: GatewaySections;

  beforeAll(async () => {
    redis = backend === 'redis' ? await startRedis() : undefined;
    backendSections = { rate_limits: { backend }, ...(redis ? { redis: { url: redis.url } } : {}) };
    pair = await startPair(() => backendSections);
    if (redis) await whenShared(pair.gateway);
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    pair.upstream.reset();
    pair.upstream.setDefault(jsonReply(completion({}, usage(1, 0))));
  });

  afterAll(async () => {
    await pair?.stop();
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  /** A test that begins anew where Redis missed its 25 ms, as it may on a busy machine: that request was counted apart. */
  const test = (name: string, body: () => Promise<void>): void =>
    it(
      name,
      async () => {
        for (let tries = 1; ; tries++) {
          const missed = await countMisses([pair.gateway]);
          try {
            return await body();
          } catch (error) {
            if (tries === 5 || (await countMisses([pair.gateway])) === missed) throw error;
            pair.upstream.reset();
            pair.upstream.setDefault(jsonReply(completion({}, usage(1, 0))));
          }
        }
      },
      SLOW_TEST_LIMIT_MS,
    );

  /** Puts a team in force in the running gateway, and answers the tokens of its keys. */
  async function limit(limits: Limits, ...keys: Limits[]): Promise<string[]> {
    const made = makeTeam(limits, ...(keys.length === 0 ? [{}] : keys));
    await pair.gateway.rewriteConfig(pair.config({ ...backendSections, ...sectionsOf(made) }));
    const tokens = made.keys.map(({ key }) => key);
    await waitUntil('the team to be in force', async () => {
      const { status } = await pair.send('/v1/models', { key: tokens[0] ?? null });
      return status === 200 || undefined;
    });
    return tokens;
  }

  async function statuses(key: string | undefined, count: number, body: object = {}): Promise<number[]> {
    const seen: number[] = [];
    for (let n = 0; n < count; n++) seen.push((await pair.chat(body, { key: key ?? null })).status);
    return seen;
  }

  test('rule 2: refuses with 429 the moment a ceiling is reached, before the provider is called', async () => {
    const [key] = await limit({ rpm_limit: 3 });
    expect(await statuses(key, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(pair.upstream.requests).toHaveLength(3);
  });

  test('tells of a refusal the scope and the length of the window, and nothing of the limit (section 7)', async () => {
    const [key] = await limit({ rpm_limit: 3 });
    await statuses(key, 3);
    const answer = await pair.chat({}, { key: key ?? null });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
    expect(errorOf(answer)).toEqual({
      type: 'rate_limit_error',
      code: 'rpm_exceeded',
      message: 'The request-rate ceiling is reached.',
      scope: 'team',
    });
  });

  test('refuses tokens as tpm_exceeded, with the scope of the key', async () => {
    const [key] = await limit({ tpm_limit: 100_000 }, { tpm_limit: 50 });
    pair.upstream.setDefault(jsonReply(completion({}, usage(9, 41))));
    const answer = [await pair.chat({}, { key: key ?? null }), await pair.chat({}, { key: key ?? null })].at(-1);
    expect(answer && errorOf(answer)).toMatchObject({ code: 'tpm_exceeded', scope: 'api_key' });
    expect(answer?.headers['retry-after']).toBe('60');
    expect(pair.upstream.requests).toHaveLength(1);
  });

  test('rule 9: per-key limits add to team limits', async () => {
    const [one, two] = await limit({ rpm_limit: 5 }, { rpm_limit: 3 }, { rpm_limit: 3 });
    expect(await statuses(one, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(two, 4)).toEqual([200, 200, 429, 429]);
  });

  test('rule 5: a prompt larger than the whole token ceiling is refused before the provider is called', async () => {
    const [key] = await limit({ tpm_limit: 200 });
    const content = 'one two three four five six '.repeat(200);
    const answer = await pair.chat({ messages: [{ role: 'user', content }] }, { key: key ?? null });
    expect(errorOf(answer)).toMatchObject({ code: 'tpm_exceeded', scope: 'team' });
    expect(pair.upstream.requests).toHaveLength(0);
    expect(await statuses(key, 1)).toEqual([200]);
  });

  test('rule 5: near a ceiling the prompt is counted exactly', async () => {
    const [key] = await limit({ tpm_limit: 60 });
    // Fifty words are 50 tokens and 57 with their form; their bytes alone would be far more than the ceiling.
    const content = Array.from({ length: 50 }, () => 'hello').join(' ');
    expect(await statuses(key, 1, { messages: [{ role: 'user', content }] })).toEqual([200]);
    const longer = Array.from({ length: 70 }, () => 'hello').join(' ');
    expect(await statuses(key, 1, { messages: [{ role: 'user', content: longer }] })).toEqual([429]);
  });

  test('rule 5: the completion is charged once known, of a stream too', async () => {
    const [key] = await limit({ tpm_limit: 1_000 });
    pair.upstream.setDefault(streamReply(completionEvents(['Hel', 'lo'], usage(9, 991))));
    const stream = await pair.stream({}, { key: key ?? null });
    await stream.ended;
    expect(await statuses(key, 1)).toEqual([429]);
  });

  test('rule 5: a stream that the client leaves is charged by what was seen', async () => {
    const [key] = await limit({ tpm_limit: 60 });
    const words = Array.from({ length: 60 }, (_, n) => `word${n} `);
    pair.upstream.setDefault(stallAfter(streamReply(completionEvents(words)), words.length));
    const stream = await pair.stream({}, { key: key ?? null });
    await waitUntil('most of the stream', () => stream.events.length > 50 || undefined);
    stream.abort();
    await waitUntil('the charge', async () => (await statuses(key, 1))[0] === 429 || undefined);
  });

  test('rule 5: tokens of a request that the provider failed are given back, the request is not', async () => {
    const [key] = await limit({ rpm_limit: 3, tpm_limit: 100 });
    pair.upstream.setDefault(serverError());
    const content = Array.from({ length: 80 }, () => 'hello').join(' ');
    const body = { messages: [{ role: 'user', content }] };
    expect(await statuses(key, 4, body)).toEqual([502, 502, 502, 429]);
  });

  test('refuses a request over its tokens without counting it as a request', async () => {
    const [key] = await limit({ rpm_limit: 2, tpm_limit: 100 });
    const content = 'hello '.repeat(300);
    expect(await statuses(key, 5, { messages: [{ role: 'user', content }] })).toEqual(Array(5).fill(429));
    expect(await statuses(key, 3)).toEqual([200, 200, 429]);
  });

  test('rule 1: 0 is unlimited', async () => {
    const [key] = await limit({ rpm_limit: 0, tpm_limit: 0 }, { rpm_limit: 0, tpm_limit: 0 });
    expect(await statuses(key, 20)).toEqual(Array(20).fill(200));
  });

  test('does not count the list of models', async () => {
    const [key] = await limit({ rpm_limit: 1 });
    for (let n = 0; n < 5; n++) expect((await pair.send('/v1/models', { key: key ?? null })).status).toBe(200);
    expect(await statuses(key, 2)).toEqual([200, 429]);
  });

  test('goes on with what was counted when the configuration changes', async () => {
    const made = makeTeam({ rpm_limit: 3 }, {});
    const [key] = made.keys.map((each) => each.key);
    const put = async (rpm: number) => {
      const before = await pair.gateway.metrics();
      const changed = { ...made, team: { ...made.team, rpm_limit: rpm } };
      await pair.gateway.rewriteConfig(pair.config({ ...backendSections, ...sectionsOf(changed) }));
      const hashOf = (text: string) => /service_config_info\{hash="([^"]+)"/.exec(text)?.[1];
      await waitUntil('the change', async () => hashOf(await pair.gateway.metrics()) !== hashOf(before) || undefined);
    };
    await put(3);
    expect(await statuses(key, 4)).toEqual([200, 200, 200, 429]);
    await put(5);
    expect(await statuses(key, 3)).toEqual([200, 200, 429]);
  });

  test('is recorded: metrics without names, and the refusal in the audit log', async () => {
    const [key] = await limit({ rpm_limit: 1 });
    await statuses(key, 1);
    const refused = await pair.chat({}, { key: key ?? null });
    const metrics = await pair.gateway.metrics();
    expect(metrics).toMatch(
      /service_policy_decisions_total\{outcome="refused",policy_type="rate_limit",code="rpm_exceeded"\} \d+/,
    );
    expect(metrics).toMatch(/service_policy_decisions_total\{outcome="allowed",policy_type="rate_limit",code=""\} \d+/);
    expect(metrics).toContain(`service_limits_per_process ${backend === 'memory' ? 1 : 0}`);
    const record = await findAuditRecord(pair, String(refused.headers['x-request-id']));
    expect(record).toMatchObject({ status: 429, outcome: 'refused', error_code: 'rpm_exceeded', attempts: 0 });
  });

  test('requests at once never get more than the ceiling between them', async () => {
    const [key] = await limit({ rpm_limit: 7 }, { rpm_limit: 50 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => pair.chat({}, { key: key ?? null })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(23);
  });
});

describe.each(BACKENDS)('every endpoint is limited, on the %s backend', (backend) => {
  let redis: RedisServer | undefined;
  let pair: Pair;
  const made = INFERENCE_ROUTES.map(({ endpoint }) => ({ endpoint, ...makeTeam({ rpm_limit: 1 }, {}) }));

  beforeAll(async () => {
    redis = backend === 'redis' ? await startRedis() : undefined;
    pair = await startEveryProvider({
      rate_limits: { backend },
      ...(redis ? { redis: { url: redis.url } } : {}),
      teams: made.map(({ team, keys }) => ({ ...team, api_keys: keys })),
    });
    if (redis) await whenShared(pair.gateway);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await pair?.stop();
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  it.each(INFERENCE_ROUTES)('rule 8: $path', async ({ endpoint, path, body }) => {
    const key = made.find((each) => each.endpoint === endpoint)?.keys[0]?.key ?? null;
    const first = await pair.send(path, { body, key });
    expect(first.status).not.toBe(429);
    // A request for each store that may have counted the first one.
    let second = await pair.send(path, { body, key });
    if (second.status !== 429 && (await countMisses([pair.gateway])) > 0) second = await pair.send(path, { body, key });
    expect(second.status).toBe(429);
    expect(second.headers['retry-after']).toBe('60');
    expect(errorOf(second)).toMatchObject({ code: 'rpm_exceeded', scope: 'team' });
  });
});

const onRedis = hasRedis() ? describe : describe.skip;

/** Until Redis has answered a gateway for the first time, the gateway counts for itself. */
const whenShared = (gateway: RunningGateway): Promise<unknown> =>
  waitUntil(
    'Redis to be connected',
    async () => (await gateway.metrics()).includes('service_limits_per_process 0') || undefined,
  );

onRedis('rate limits that replicas share', () => {
  const RPM = 40;
  const REPLICAS = 3;
  let redis: RedisServer;
  let way: SlowWay;
  let pair: Pair;
  let gateways: RunningGateway[] = [];
  const made = [makeTeam({ rpm_limit: RPM }, {}), makeTeam({ tpm_limit: 1000 }, {}), makeTeam({ rpm_limit: 5 }, {})];
  const outage = makeTeam({ rpm_limit: 4 }, {});
  const steady = makeTeam({ rpm_limit: 100_000 }, {});
  const all = [...made, outage, steady];

  beforeAll(async () => {
    redis = await startRedis();
    way = await openSlowWay(Number(new URL(redis.url).port));
    const sections = {
      rate_limits: { backend: 'redis' },
      redis: { url: `redis://127.0.0.1:${way.port}` },
      teams: all.map(({ team, keys }) => ({ ...team, api_keys: keys })),
    };
    pair = await startPair(() => sections);
    pair.upstream.setDefault(jsonReply(completion({}, usage(1, 99))));
    const more = () => startGateway({ config: pair.config(sections), readyWithinMs: 40_000 });
    gateways = [pair.gateway, ...(await Promise.all(Array.from({ length: REPLICAS - 1 }, more)))];
    await Promise.all(gateways.map(whenShared));
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await Promise.all(gateways.slice(1).map((gateway) => gateway.stop()));
    await pair?.stop();
    await way?.close();
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  afterEach(async () => {
    way.delayMs = 0;
    await Promise.all(gateways.map(whenShared));
  }, SLOW_TEST_LIMIT_MS);

  const ask = ({ keys }: ReturnType<typeof makeTeam>, gateway: RunningGateway): Promise<HttpAnswer> =>
    httpRequest({
      url: `${gateway.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${keys[0]?.key}` },
      body: HELLO,
    });

  const count = (answers: readonly HttpAnswer[], status: number): number =>
    answers.filter((answer) => answer.status === status).length;

  it(`rule 7: ${REPLICAS} gateways admit ${RPM} requests between them, of many at once`, async () => {
    const [team = outage] = made;
    for (let n = 0; n < 20; n++) await Promise.all(gateways.map((gateway) => ask(steady, gateway)));
    const missedBefore = await countMisses(gateways);
    const answers = await Promise.all(
      gateways.flatMap((gateway) => Array.from({ length: RPM }, () => ask(team, gateway))),
    );
    // On a machine so busy that Redis misses its 25 ms now and then, those requests are counted elsewhere.
    const misses = (await countMisses(gateways)) - missedBefore;
    expect(Math.abs(count(answers, 200) - RPM)).toBeLessThanOrEqual(misses);
    expect(count(answers, 200) + count(answers, 429)).toBe(REPLICAS * RPM);
  });

  it('rule 7: what one gateway settles, the others know', async () => {
    const team = made[1] ?? outage;
    let admitted = 0;
    const missedBefore = await countMisses(gateways);
    for (let n = 0; n < 30; n++) {
      admitted += count([await ask(team, gateways[n % REPLICAS] as RunningGateway)], 200);
      // The charge of an answer is not waited for by its request: it is gathered with others for 5 ms.
      await sleep(20);
    }
    // A thousand tokens at a hundred an answer.
    expect(Math.abs(admitted - 10)).toBeLessThanOrEqual((await countMisses(gateways)) - missedBefore);
  });

  it(
    'Redis slow (200 ms): nobody waits much longer than 25 ms, and each gateway counts for itself',
    async () => {
      const [gateway = pair.gateway] = gateways;
      for (let n = 0; n < 20; n++) await ask(steady, gateway);
      way.delayMs = 200;
      const times: number[] = [];
      for (let n = 0; n < 60; n++) {
        const began = performance.now();
        expect((await ask(steady, gateway)).status).toBe(200);
        times.push(performance.now() - began);
      }
      // Three misses of 25 ms, and then none; a busy machine may add some of its own, but never 200 ms to each.
      expect(times.filter((time) => time > 150).length).toBeLessThan(times.length / 4);
      expect([...times].sort((a, b) => a - b)[times.length / 2]).toBeLessThan(25);
      expect(await gateway.metrics()).toContain('service_limits_per_process 1');
      const ready = await httpRequest({ url: `${gateway.baseUrl}/ready` });
      expect(ready.status).toBe(200);
      expect(ready.json()).toMatchObject({ details: { gateway: { degraded: ['redis'] } } });
    },
    SLOW_TEST_LIMIT_MS,
  );

  it(
    'Redis killed under load: nobody is refused for it, and each gateway enforces the whole ceiling',
    async () => {
      await redis.interrupt();
      await waitUntil('every gateway to notice', async () => {
        const metrics = await Promise.all(gateways.map((gateway) => gateway.metrics()));
        return metrics.every((text) => text.includes('service_limits_per_process 1')) || undefined;
      });
      for (const gateway of gateways) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => ask(outage, gateway)));
        expect(count(answers, 200)).toBe(4);
        expect(count(answers, 429)).toBe(6);
      }
      await redis.resume();
      await Promise.all(gateways.map(whenShared));
      const missedBefore = await countMisses(gateways);
      const team = made[2] ?? outage;
      const answers = await Promise.all(
        gateways.flatMap((gateway) => Array.from({ length: 5 }, () => ask(team, gateway))),
      );
      expect(Math.abs(count(answers, 200) - 5)).toBeLessThanOrEqual((await countMisses(gateways)) - missedBefore);
    },
    SLOW_TEST_LIMIT_MS,
  );
});
