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
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';
import { errorOf, makeTeam, usage, whenShared } from './limited-teams.js';

const BACKENDS = hasRedis() ? (['memory', 'redis'] as const) : (['memory'] as const);

const STALLED = stallAfter(streamReply(completionEvents(['Hello', ' there'])), 2);

describe.each(BACKENDS)('limits of requests at the same time on the %s backend', (backend) => {
  const keyed = makeTeam({ max_parallel: 3 }, { max_parallel: 2 }, { max_parallel: 2 });
  const free = makeTeam({}, {});
  const [one = '', two = ''] = keyed.keys.map(({ key }) => key);
  const [open = ''] = free.keys.map(({ key }) => key);
  let redis: RedisServer | undefined;
  let pair: Pair;
  let streams: OpenStream[] = [];

  beforeAll(async () => {
    redis = backend === 'redis' ? await startRedis() : undefined;
    const teams = [keyed, free].map(({ team, keys }) => ({ ...team, api_keys: keys }));
    pair = await startPair(
      (upstreamUrl): GatewaySections => ({
        rate_limits: { backend },
        ...(redis ? { redis: { url: redis.url } } : {}),
        teams,
        providers: [
          { name: 'fake', kind: 'openai', api_key: 'sk-test', base_url: `${upstreamUrl}/v1` },
          {
            name: 'narrow',
            kind: 'openai',
            api_keys: ['sk-a', 'sk-b'],
            max_parallel: 1,
            base_url: `${upstreamUrl}/v1`,
          },
        ],
        models: [
          { logical_name: 'gpt-4o', provider: 'fake', upstream_model: 'gpt-4o' },
          { logical_name: 'single', provider: 'fake', upstream_model: 'single', max_parallel: 1 },
          { logical_name: 'wide', provider: 'narrow', upstream_model: 'wide' },
        ],
        virtual_models: [
          {
            name: 'pair',
            targets: [{ model: 'gpt-4o', max_parallel: 1 }, { model: 'single' }],
            retry: { attempts: 0 },
          },
        ],
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
  });

  afterAll(async () => {
    await pair?.stop();
    await redis?.stop();
  }, HOOK_LIMIT_MS);

  /** Begins a stream, which runs until the test ends it; its status once it is known. */
  async function begin(key: string, model = 'gpt-4o'): Promise<number> {
    const stream = await pair.stream({ model }, { key });
    if (stream.status === 200) streams.push(stream);
    return stream.status;
  }

  async function beginMany(key: string, count: number, model?: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await begin(key, model));
    return statuses;
  }

  it(
    'a key has as many streams as its limit, and one more when a client leaves',
    async () => {
      expect(await beginMany(one, 3)).toEqual([200, 200, 429]);
      streams.shift()?.abort();
      await waitUntil('the slot to be free', async () => (await begin(one)) === 200 || undefined);
      expect(await begin(one)).toBe(429);
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('a refusal names the outermost scope and a time to wait, and reaches no provider', async () => {
    expect(await beginMany(one, 2)).toEqual([200, 200]);
    const byKey = await pair.chat({}, { key: one });
    expect([byKey.status, byKey.headers['retry-after'], errorOf(byKey)]).toEqual([
      429,
      '1',
      {
        type: 'rate_limit_error',
        code: 'concurrency_exceeded',
        message: 'The limit of requests at the same time is reached.',
        scope: 'api_key',
      },
    ]);
    expect(await begin(two)).toBe(200);
    expect(errorOf(await pair.chat({}, { key: two }))).toMatchObject({ scope: 'team' });
    expect(errorOf(await pair.chat({}, { key: one }))).toMatchObject({ scope: 'team' });
    expect(pair.upstream.requests).toHaveLength(3);
  });

  it('answers that are whole, refusals and failures return their slots', async () => {
    pair.upstream.setDefault(jsonReply(completion({}, usage(1, 1))));
    for (let round = 0; round < 5; round++) {
      expect((await pair.chat({}, { key: one })).status).toBe(200);
      expect((await pair.chat({ temperature: 'warm' }, { key: one })).status).toBe(400);
      pair.upstream.enqueue(jsonReply({ error: { message: 'no' } }, { status: 500 }));
      expect((await pair.chat({}, { key: one })).status).toBe(502);
    }
    pair.upstream.setDefault(STALLED);
    expect(await beginMany(one, 3)).toEqual([200, 200, 429]);
  });

  it(
    'three hundred clients that leave amid their streams leave no slot behind',
    async () => {
      for (let round = 0; round < 150; round++) {
        await Promise.all([begin(one), begin(one)]);
        for (const stream of streams.splice(0)) stream.abort();
      }
      await waitUntil('the slots to be free', async () => {
        const [first, second, third] = await beginMany(one, 3);
        if (first === 200 && second === 200 && third === 429) return true;
        for (const stream of streams.splice(0)) stream.abort();
        return undefined;
      });
    },
    SLOW_TEST_LIMIT_MS,
  );

  it('a model and a provider have limits of all callers together', async () => {
    expect(await beginMany(open, 2, 'single')).toEqual([200, 429]);
    expect(errorOf(await pair.chat({ model: 'single' }, { key: open }))).toMatchObject({ scope: 'model' });
    // One for each of its two keys.
    expect(await beginMany(open, 3, 'wide')).toEqual([200, 200, 429]);
    expect(errorOf(await pair.chat({ model: 'wide' }, { key: open }))).toMatchObject({ scope: 'provider' });
  });

  it('a target that is full is passed over, and the refusal names a limit if all are', async () => {
    expect(await beginMany(open, 2, 'pair')).toEqual([200, 200]);
    const models = pair.upstream.requests.map(({ body }) => (body as { model: string }).model);
    expect(models).toEqual(['gpt-4o', 'single']);
    expect(errorOf(await pair.chat({ model: 'pair' }, { key: open }))).toMatchObject({
      code: 'concurrency_exceeded',
      scope: 'model',
    });
    // The limit of a target holds on its route alone.
    expect(await begin(open)).toBe(200);
  });
});
