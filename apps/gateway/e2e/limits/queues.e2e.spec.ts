import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  type GatewaySections,
  hasRedis,
  jsonReply,
  type OpenStream,
  type RedisServer,
  stallAfter,
  startRedis,
  streamReply,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';
import { errorOf, makeTeam, usage, whenShared } from './limited-teams.js';

const BACKENDS = hasRedis() ? (['memory', 'redis'] as const) : (['memory'] as const);
const STALLED = stallAfter(streamReply(completionEvents(['Hello', ' there'])), 2);
const WHOLE = jsonReply(completion({}, usage(1, 1)));

describe.each(BACKENDS)('queues of requests over a limit on the %s backend', (backend) => {
  const patient = makeTeam(
    {},
    { max_parallel: 1, queue: { max_wait_ms: 20_000, max_length: 2 }, max_priority: 'high' },
  );
  const hasty = makeTeam({}, { max_parallel: 1, queue: { max_wait_ms: 300 } });
  const [{ key: one } = { key: '' }] = patient.keys;
  const [{ key: short } = { key: '' }] = hasty.keys;
  let redis: RedisServer | undefined;
  let pair: Pair;
  let streams: OpenStream[] = [];

  beforeAll(async () => {
    redis = backend === 'redis' ? await startRedis() : undefined;
    pair = await startPair(
      (upstreamUrl): GatewaySections => ({
        rate_limits: { backend },
        ...(redis ? { redis: { url: redis.url } } : {}),
        teams: [patient, hasty].map(({ team, keys }) => ({ ...team, api_keys: keys })),
        providers: [{ name: 'fake', kind: 'openai', api_key: 'sk-test', base_url: `${upstreamUrl}/v1` }],
        models: [
          { logical_name: 'gpt-4o', provider: 'fake', upstream_model: 'gpt-4o' },
          {
            logical_name: 'spare',
            provider: 'fake',
            upstream_model: 'spare',
            max_parallel: 1,
            queue: { max_wait_ms: 5_000 },
          },
        ],
        virtual_models: [{ name: 'pair', targets: [{ model: 'spare' }, { model: 'gpt-4o' }], retry: { attempts: 0 } }],
      }),
    );
    if (redis) await whenShared(pair.gateway);
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    pair.upstream.reset();
    pair.upstream.setDefault(STALLED);
  });

  afterEach(async () => {
    for (const stream of streams) stream.abort();
    await Promise.all(streams.map(({ ended }) => ended));
    streams = [];
    await waitUntilQueued(0);
  });

  afterAll(async () => {
    await pair?.stop();
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  /** Begins a stream that holds a slot until the test ends it. */
  async function occupy(key: string, model = 'gpt-4o'): Promise<OpenStream> {
    const stream = await pair.stream({ model }, { key });
    expect(stream.status).toBe(200);
    streams.push(stream);
    return stream;
  }

  function waitUntilQueued(count: number): Promise<unknown> {
    return waitUntil(`${count} requests to wait`, async () => {
      const lines = (await pair.gateway.metrics()).match(/^service_requests_queued\{.*\} (\d+)$/gm) ?? [];
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0) === count || undefined;
    });
  }

  it('a request over the limit waits for a slot, and its answer says how long', async () => {
    const running = await occupy(one);
    pair.upstream.setDefault(WHOLE);
    const waiting = pair.chat({}, { key: one });
    await waitUntilQueued(1);
    running.abort();
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['x-service-queue-ms'])).toBeGreaterThan(0);
    expect(await pair.gateway.metrics()).toMatch(
      /service_queue_wait_seconds_count\{.*scope="api_key".*outcome="admitted".*\} \d|service_queue_wait_seconds_count\{.*outcome="admitted".*scope="api_key".*\} \d/,
    );
  });

  it('a request that names a higher priority passes the others', async () => {
    const running = await occupy(one);
    pair.upstream.setDefault(WHOLE);
    const order: string[] = [];
    const ask = async (priority: string) => {
      const { status } = await pair.chat({}, { key: one, headers: { 'x-service-priority': priority } });
      order.push(priority);
      return status;
    };
    const low = ask('low');
    await waitUntilQueued(1);
    const high = ask('high');
    await waitUntilQueued(2);
    running.abort();
    expect(await Promise.all([low, high])).toEqual([200, 200]);
    expect(order).toEqual(['high', 'low']);
  });

  it('a priority that does not exist, or is not allowed, is rejected before anything waits', async () => {
    const ask = (priority: string) => pair.chat({}, { key: one, headers: { 'x-service-priority': priority } });
    const [none, over] = [await ask('urgent'), await ask('critical')];
    expect([none.status, errorOf(none)]).toMatchObject([400, { code: 'invalid_value', param: 'X-Service-Priority' }]);
    expect([over.status, errorOf(over)]).toMatchObject([403, { code: 'permission_denied' }]);
    expect(pair.upstream.requests).toHaveLength(0);
  });

  it('a request is rejected when the queue is full, and when it has waited for its time', async () => {
    await occupy(one);
    const waiting = [pair.stream({}, { key: one }), pair.stream({}, { key: one })];
    await waitUntilQueued(2);
    const over = await pair.chat({}, { key: one });
    expect([over.status, over.headers['retry-after'], errorOf(over)]).toMatchObject([
      429,
      '1',
      { code: 'concurrency_exceeded', scope: 'api_key' },
    ]);
    await occupy(short);
    const late = await pair.chat({}, { key: short });
    expect([late.status, errorOf(late)]).toMatchObject([429, { code: 'concurrency_exceeded', scope: 'api_key' }]);
    for (const stream of streams) stream.abort();
    for (const each of waiting) {
      const stream = await each;
      expect(stream.status).toBe(200);
      stream.abort();
      await stream.ended;
    }
  });

  it(
    'two hundred clients that leave while they wait, or as they are let in, leave no slot behind',
    async () => {
      for (let round = 0; round < 100; round++) {
        const running = await occupy(one);
        const leaving = new AbortController();
        const waiting = [1, 2].map(() =>
          fetch(`${pair.gateway.baseUrl}/v1/chat/completions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${one}`, 'content-type': 'application/json' },
            body: JSON.stringify({ ...HELLO, stream: true }),
            signal: leaving.signal,
          }).catch(() => undefined),
        );
        if (round % 2 === 0) await waitUntilQueued(2);
        running.abort();
        leaving.abort();
        await Promise.all(waiting);
        await waitUntilQueued(0);
        streams = [];
      }
      await occupy(one);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('a route goes on to a target with room, and waits only at its last one', async () => {
    await occupy(short, 'spare');
    pair.upstream.setDefault(WHOLE);
    const routed = await pair.chat({ model: 'pair' }, { key: one });
    expect([routed.status, routed.headers['x-service-model'], routed.headers['x-service-queue-ms']]).toEqual([
      200,
      'gpt-4o',
      undefined,
    ]);
    const waiting = pair.chat({ model: 'spare' }, { key: one });
    await waitUntilQueued(1);
    streams.shift()?.abort();
    expect((await waiting).status).toBe(200);
  });
});
