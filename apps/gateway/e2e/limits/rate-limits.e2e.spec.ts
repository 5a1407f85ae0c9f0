import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  type GatewaySections,
  hasRedis,
  inTurn,
  jsonReply,
  type RedisServer,
  serverError,
  stallAfter,
  startRedis,
  streamReply,
  waitUntil,
} from '@multilane/testing';
import { findAuditRecord, INFERENCE_ROUTES } from '../endpoints/inference-routes.js';
import { startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';
import { countMisses, errorOf, type Limits, makeTeam, sectionsOf, usage, whenShared } from './limited-teams.js';

const BACKENDS = hasRedis() ? (['memory', 'redis'] as const) : (['memory'] as const);

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

  /** A test that begins again where Redis missed its 25 ms, as it may on a busy machine: that request was counted apart. */
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

  /** Puts a team in effect in the running gateway, and answers the tokens of its keys. */
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

  test('rule 2: rejects with 429 the moment a limit is reached, before the provider is called', async () => {
    const [key] = await limit({ rpm_limit: 3 });
    expect(await statuses(key, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(pair.upstream.requests).toHaveLength(3);
  });

  test('reports of a refusal the scope and the length of the window, and nothing of the limit (docs/contract/limits.md#refusals)', async () => {
    const [key] = await limit({ rpm_limit: 3 });
    await statuses(key, 3);
    const answer = await pair.chat({}, { key: key ?? null });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
    expect(errorOf(answer)).toEqual({
      type: 'rate_limit_error',
      code: 'rpm_exceeded',
      message: 'The limit of requests is reached.',
      scope: 'team',
    });
  });

  test('rejects tokens as tpm_exceeded, with the scope of the key', async () => {
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

  test('rule 5: a prompt larger than the whole token limit is rejected before the provider is called', async () => {
    const [key] = await limit({ tpm_limit: 200 });
    const content = 'one two three four five six '.repeat(200);
    const answer = await pair.chat({ messages: [{ role: 'user', content }] }, { key: key ?? null });
    expect(errorOf(answer)).toMatchObject({ code: 'tpm_exceeded', scope: 'team' });
    expect(pair.upstream.requests).toHaveLength(0);
    expect(await statuses(key, 1)).toEqual([200]);
  });

  test('rule 5: near a limit the prompt is counted exactly', async () => {
    const [key] = await limit({ tpm_limit: 60 });
    // Fifty words are 50 tokens and 57 with their form; their bytes alone would be far more than the limit.
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

  test('rule 5: tokens of a request that the provider failed are returned, the request is not', async () => {
    const [key] = await limit({ rpm_limit: 3, tpm_limit: 100 });
    pair.upstream.setDefault(serverError());
    const content = Array.from({ length: 80 }, () => 'hello').join(' ');
    const body = { messages: [{ role: 'user', content }] };
    expect(await statuses(key, 4, body)).toEqual([502, 502, 502, 429]);
  });

  test('rejects a request over its tokens without counting it as a request', async () => {
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

  test('continues with what was counted when the configuration changes', async () => {
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

  test('is one decision of each policy type for a request, allowed or rejected', async () => {
    const count = async (outcome: string, policyType: string): Promise<number> => {
      const line = new RegExp(
        `^service_policy_decisions_total\\{outcome="${outcome}",policy_type="${policyType}",code="[^"]*"\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await pair.gateway.metrics())?.[1] ?? 0);
    };
    const counts = async (): Promise<number[]> => [
      await count('allowed', 'entitlement'),
      await count('allowed', 'model_access'),
      await count('allowed', 'rate_limit'),
      await count('refused', 'rate_limit'),
    ];
    const [key] = await limit({ rpm_limit: 3, tpm_limit: 100_000 });
    const before = await counts();
    expect(await statuses(key, 5)).toEqual([200, 200, 200, 429, 429]);
    const after = await counts();
    expect(after.map((value, n) => value - (before[n] ?? 0))).toEqual([5, 5, 3, 2]);
  });

  test('keeps SDKs from retrying a prompt that is larger than the whole limit, and only then', async () => {
    const [key] = await limit({ tpm_limit: 60 });
    const ask = (words: number) => {
      const messages = [{ role: 'user', content: 'word '.repeat(words) }];
      return pair.chat({ messages }, { key: key ?? null });
    };
    const tooLarge = await ask(200);
    expect([tooLarge.status, tooLarge.headers['retry-after']]).toEqual([429, '60']);
    expect(tooLarge.headers['x-should-retry']).toBe('false');
    pair.upstream.setDefault(jsonReply(completion({}, usage(9, 51))));
    expect((await ask(5)).status).toBe(200);
    const answer = await ask(5);
    expect(errorOf(answer)).toMatchObject({ code: 'tpm_exceeded' });
    expect(answer.headers['x-should-retry']).not.toBe('false');
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

  test('requests at once never get more than the limit between them', async () => {
    const [key] = await limit({ rpm_limit: 7 }, { rpm_limit: 50 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => pair.chat({}, { key: key ?? null })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(23);
  });
});

describe.each(inTurn('limited endpoints', BACKENDS))('every endpoint is limited, on the %s backend', (backend) => {
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
