import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  httpRequest,
  jsonReply,
  neverAnswers,
  type RunningGateway,
  rateLimited,
  serverError,
  slowly,
  startGateway,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { answerWith, calledModels, findRecord, recordOf, route, startRouting } from './start-routing.js';

const trio = (name: string) => ['a', 'b', 'c'].map((target) => `${name}-${target}`);

let pair: Pair;
let replica: RunningGateway;

beforeAll(async () => {
  const [busyA = '', busyB = ''] = trio('busy');
  pair = await startRouting({
    models: [
      ...['weighted', 'fast', 'busy', 'sticky', 'lost', 'priced', 'healthy'].flatMap(trio),
      ...['main', 'other', 'down', 'claude-shadow'],
    ],
    settings: Object.fromEntries(
      ['priced', 'healthy'].flatMap(trio).map((name) => {
        const dollars = 1 + 'bca'.indexOf(name.slice(-1));
        return [name, { prices: { input_per_million: dollars, output_per_million: dollars } }];
      }),
    ),
    virtual: [
      route('priced', trio('priced'), { strategy: 'lowest_cost' }),
      route('healthy', trio('healthy'), { strategy: 'cheapest_healthy', retry: { attempts: 0 } }),
      route(
        'weighted',
        trio('weighted').map((model, index) => ({ model, weight: index })),
        { strategy: 'weighted' },
      ),
      route('fast', trio('fast'), { strategy: 'least_latency' }),
      route('busy', [busyA, busyB], { strategy: 'least_busy' }),
      route('sticky', trio('sticky'), { strategy: 'weighted' }),
      route('lost', trio('lost'), { strategy: 'weighted' }),
      route('shadowed', ['main'], { shadow: { model: 'other', percent: 100 } }),
      route('half-shadowed', ['main'], { shadow: { model: 'other', percent: 50 } }),
      route('broken-shadow', ['main'], { shadow: { model: 'down', percent: 100 } }),
      route('unable-shadow', ['main'], { shadow: { model: 'claude-shadow', percent: 100 } }),
    ],
  });
  replica = await startGateway({ config: pair.config() });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(async () => {
  await replica.stop();
  await pair.stop();
}, HOOK_LIMIT_MS);

async function ask(model: string, count: number, headers: Record<string, string> = {}): Promise<string[]> {
  const served: string[] = [];
  for (let request = 0; request < count; request++) {
    const answer = await pair.chat({ model }, { headers });
    served.push(String(answer.headers['x-service-model']));
  }
  return served;
}

describe('docs/contract/routing.md#strategies: strategies', () => {
  it('weighted: by weight, and nothing to a target without', async () => {
    answerWith(pair, {});
    const served = await ask('weighted', 120);
    const share = (name: string) => served.filter((model) => model === name).length / served.length;
    expect(share('weighted-a')).toBe(0);
    // Five standard deviations.
    expect(Math.abs(share('weighted-c') - 2 / 3)).toBeLessThan(0.22);
  });

  it('least_latency: once each is known, the one that answers first', async () => {
    const slow = slowly(jsonReply(completion()), 150);
    answerWith(pair, { 'fast-a': slow, 'fast-c': slow });
    const served = await ask('fast', 10);
    expect(new Set(served.slice(0, 3))).toEqual(new Set(trio('fast')));
    expect(new Set(served.slice(3))).toEqual(new Set(['fast-b']));
  });

  it('least_busy: the one with the fewest requests in progress', async () => {
    const slow = slowly(jsonReply(completion()), 400);
    answerWith(pair, { 'busy-a': slow, 'busy-b': slow });
    await Promise.all(Array.from({ length: 6 }, () => pair.chat({ model: 'busy' })));
    expect(calledModels(pair).sort()).toEqual(['busy-a', 'busy-a', 'busy-a', 'busy-b', 'busy-b', 'busy-b']);
  });
});

describe('docs/contract/routing.md#strategies: strategies that compare costs', () => {
  interface Routing {
    readonly sticky: boolean;
    readonly candidates: readonly string[];
    readonly costs: readonly { model: string; usd: number; answer_tokens: number; healthy: boolean }[];
  }

  const routingOf = async (answer: Parameters<typeof recordOf>[1]): Promise<Routing> =>
    ((await recordOf(pair, answer)).details as { routing: Routing }).routing;

  it('lowest_cost: the cheapest by price and by the length of answers, whatever the session; the record has the figures', async () => {
    answerWith(pair, {});
    const served = await ask('priced', 4, { 'x-session-id': 'one' });
    expect(new Set(served)).toEqual(new Set(['priced-b']));
    const answer = await pair.chat({ model: 'priced', max_tokens: 400 }, { headers: { 'x-session-id': 'one' } });
    const { candidates, costs, sticky } = await routingOf(answer);
    expect([candidates, sticky]).toEqual([['priced-b', 'priced-c', 'priced-a'], false]);
    expect(costs.map(({ model }) => model)).toEqual(candidates);
    const [cheapest, next] = costs;
    expect((next?.usd ?? 0) / (cheapest?.usd ?? 1)).toBeCloseTo(2);
    // What the simulated answers had.
    expect(cheapest).toMatchObject({ answer_tokens: completion().usage?.completion_tokens, healthy: true });
  });

  it('cheapest_healthy: a target that fails comes behind the others', async () => {
    answerWith(pair, { 'healthy-b': serverError() });
    expect(await ask('healthy', 1)).toEqual(['healthy-c']);
    pair.upstream.reset();
    answerWith(pair, {});
    const answer = await pair.chat({ model: 'healthy' });
    expect(calledModels(pair)).toEqual(['healthy-c']);
    const { costs } = await routingOf(answer);
    expect(costs.map(({ healthy, model }) => [model, healthy])).toEqual([
      ['healthy-c', true],
      ['healthy-a', true],
      ['healthy-b', false],
    ]);
  });
});

describe('docs/contract/routing.md#sessions: X-Session-Id', () => {
  const sessions = Array.from({ length: 24 }, (_, index) => `session-${index}`);

  async function servedBy(baseUrl: string, model: string, session: string): Promise<string> {
    const answer = await httpRequest({
      url: `${baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'x-session-id': session },
      body: { ...HELLO, model },
    });
    return String(answer.headers['x-service-model']);
  }

  it('holds a session on one target, the same at every replica', async () => {
    answerWith(pair, {});
    const targets = new Set<string>();
    for (const session of sessions) {
      const here = await servedBy(pair.gateway.baseUrl, 'sticky', session);
      expect(await servedBy(replica.baseUrl, 'sticky', session)).toBe(here);
      expect(await servedBy(pair.gateway.baseUrl, 'sticky', session)).toBe(here);
      targets.add(here);
    }
    expect(targets).toEqual(new Set(trio('sticky')));
  });

  it('only sessions of a lost target move', async () => {
    answerWith(pair, {});
    const before = new Map<string, string>();
    for (const session of sessions) before.set(session, await servedBy(replica.baseUrl, 'lost', session));
    answerWith(pair, { 'lost-b': serverError() });
    for (const session of sessions) {
      const after = await servedBy(replica.baseUrl, 'lost', session);
      if (before.get(session) === 'lost-b') expect(after).not.toBe('lost-b');
      else expect(after).toBe(before.get(session));
    }
    expect([...before.values()]).toContain('lost-b');
  });
});

describe('docs/contract/routing.md#shadow-traffic: shadow sends a copy whose answer is only recorded', () => {
  it('the request is answered by its own target, and the copy is in the audit log', async () => {
    answerWith(pair, {});
    const answer = await pair.chat({ model: 'shadowed' });
    expect([answer.headers['x-service-model'], answer.headers['x-service-attempts']]).toEqual(['main', '1']);
    const record = await recordOf(pair, answer);
    expect(record).toMatchObject({ logical_name: 'main', attempts: 1 });
    const isShadow = ({ details }: Record<string, unknown>) =>
      (details as { shadow_of?: string } | null)?.shadow_of === answer.headers['x-request-id'];
    expect(await findRecord(pair, isShadow)).toMatchObject({
      logical_name: 'other',
      outcome: 'success',
      usage_source: 'reported',
      total_tokens: 13,
      team: 'research',
      charges: [],
    });
    expect(calledModels(pair).sort()).toEqual(['main', 'other']);
    const [main, other] = pair.upstream.requests.map(({ body }) => ({ ...(body as object), model: '' }));
    expect(other).toEqual(main);
  });

  it('a stream is copied as a stream', async () => {
    answerWith(pair, {});
    const stream = await pair.stream({ model: 'shadowed' });
    expect((await stream.collect()).join()).toContain('main');
    const isShadow = ({ details }: Record<string, unknown>) =>
      (details as { shadow_of?: string } | null)?.shadow_of === stream.headers['x-request-id'];
    expect(await findRecord(pair, isShadow)).toMatchObject({
      logical_name: 'other',
      streamed: true,
      outcome: 'success',
    });
  });

  it('copies the percentage that it says', async () => {
    answerWith(pair, {});
    await ask('half-shadowed', 60);
    const copies = () => calledModels(pair).filter((model) => model === 'other').length;
    await waitUntil('the copies', () => (copies() > 5 ? true : undefined));
    expect(copies()).toBeLessThan(55);
  });

  it('one that hangs or fails neither delays nor fails the request', async () => {
    answerWith(pair, { down: neverAnswers() });
    const startedAt = performance.now();
    expect((await pair.chat({ model: 'broken-shadow' })).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    answerWith(pair, { down: rateLimited(20) });
    expect((await pair.chat({ model: 'broken-shadow' })).status).toBe(200);
  });

  it('a model that cannot honour the request gets no copy of it', async () => {
    answerWith(pair, {});
    expect((await pair.chat({ model: 'unable-shadow', seed: 7 })).status).toBe(200);
    await waitUntil('the copy to be left out', async () =>
      (await pair.gateway.metrics()).includes('service_shadow_requests_total{outcome="unsupported"} 1')
        ? true
        : undefined,
    );
    expect(calledModels(pair)).not.toContain('claude-shadow');
  });

  it('is bounded in number: further copies are dropped and counted', async () => {
    answerWith(pair, { down: neverAnswers() });
    await Promise.all(Array.from({ length: 50 }, () => pair.chat({ model: 'broken-shadow' })));
    const dropped = /^service_shadow_requests_total\{outcome="dropped"\} (\d+)$/m;
    await waitUntil('copies to be dropped', async () => {
      const count = Number(dropped.exec(await pair.gateway.metrics())?.[1] ?? 0);
      return count >= 17 ? true : undefined;
    });
    expect(calledModels(pair).filter((model) => model === 'down').length).toBeLessThanOrEqual(33);
  });
});
