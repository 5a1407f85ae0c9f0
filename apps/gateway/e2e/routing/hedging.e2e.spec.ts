import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  type HttpAnswer,
  httpRequest,
  jsonReply,
  neverAnswers,
  serverError,
  slowly,
  stallAfter,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { answerWith, calledModels, findRecord, recordOf, route, startRouting, textOf } from './start-routing.js';

const pairOf = (name: string) => [`${name}-a`, `${name}-b`];
const NAMES = ['soon', 'rare', 'narrow', 'spent', 'streamed', 'config'];
const PAID_KEY = 'ml-test-hedged-budget-0001';
const AT_ONCE = { after: 60, max_percent: 100 };
const NO_RETRY = { retry: { attempts: 0 } };

let pair: Pair;

beforeAll(async () => {
  pair = await startRouting(
    {
      models: NAMES.flatMap(pairOf),
      settings: { 'narrow-a': { max_parallel: 1 }, 'narrow-b': { max_parallel: 1 } },
      virtual: [
        ...['soon', 'narrow', 'spent', 'streamed'].map((name) =>
          route(name, pairOf(name), { hedge: AT_ONCE, ...NO_RETRY }),
        ),
        route('rare', pairOf('rare'), { hedge: { after: 60, max_percent: 20 } }),
        route('roomy', [...pairOf('narrow'), 'soon-b'], { hedge: AT_ONCE, ...NO_RETRY }),
        route('held', pairOf('soon'), { strategy: 'weighted', hedge: AT_ONCE }),
        route('cached', pairOf('soon'), { strategy: 'weighted', hedge: { ...AT_ONCE, sessions: true } }),
      ],
      configs: [route('late', pairOf('config'), { hedge: AT_ONCE })],
    },
    [
      {
        name: 'research',
        api_keys: [
          { name: 'ci', key: TEST_KEYS.research },
          { name: 'root', key: TEST_KEYS.researchAdmin, role: 'admin' },
          { name: 'paid', key: PAID_KEY, budget_usd_monthly: 1 },
        ],
      },
    ],
  );
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

interface Attempt {
  readonly model: string;
  readonly outcome: string;
  readonly hedge?: boolean;
  readonly cost_usd?: number;
  readonly total_tokens?: number;
}

async function attemptsOf(answer: HttpAnswer): Promise<readonly Attempt[]> {
  const { details } = (await recordOf(pair, answer)) as { details: { routing: { attempts: Attempt[] } } };
  return details.routing.attempts;
}

async function countHedges(outcome: string): Promise<number> {
  const { text } = await httpRequest({ url: `${pair.gateway.baseUrl}/metrics` });
  const found = new RegExp(`^service_hedged_requests_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text);
  return Number(found?.[1] ?? 0);
}

describe('docs/contract/routing.md#hedging: a late answer', () => {
  it('is overtaken by that of another target, and both calls are recorded and cost', async () => {
    answerWith(pair, { 'soon-a': neverAnswers() });
    const answer = await pair.chat({ model: 'soon' });
    expect([textOf(answer), answer.headers['x-service-model'], answer.headers['x-service-attempts']]).toEqual([
      'from soon-b',
      'soon-b',
      '2',
    ]);
    await pair.upstream.waitForAbort();
    const record = await recordOf(pair, answer);
    const [first, second] = await attemptsOf(answer);
    expect(first).toMatchObject({ model: 'soon-a', outcome: 'overtaken', total_tokens: expect.any(Number) });
    expect(second).toMatchObject({ model: 'soon-b', outcome: 'success', hedge: true });
    const { usage } = answer.json() as { usage: { prompt_tokens: number; completion_tokens: number } };
    const own = (usage.prompt_tokens + 2 * usage.completion_tokens) / 1e6;
    expect(first?.cost_usd).toBeGreaterThan(0);
    expect(record).toMatchObject({ outcome: 'success', attempts: 2, usage_source: 'estimated' });
    expect(record.cost_usd).toBeCloseTo(own + (first?.cost_usd ?? 0), 10);
  });

  it('of a stream is decided by the first chunk, and nothing of the other stream reaches the client', async () => {
    answerWith(pair, {
      'streamed-a': slowly(streamReply(completionEvents(['of ', 'the loser'])), 400),
      'streamed-b': stallAfter(streamReply(completionEvents(['of ', 'the winner'])), 3),
    });
    const stream = await pair.stream({ model: 'streamed' });
    const words = await waitUntil('the answer', () => (stream.text().includes('winner') ? stream.text() : undefined));
    await pair.upstream.waitForAbort();
    // The loser's answer would have come by now.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(stream.text()).toBe(words);
    expect(words).not.toContain('loser');
    stream.abort();
    await pair.upstream.waitForAbort(2);
  });

  it('that comes before the other is the answer, and the second call is ended', async () => {
    const lost = await countHedges('lost');
    answerWith(pair, { 'soon-a': slowly(jsonReply(completion({ content: 'first' })), 250), 'soon-b': neverAnswers() });
    const answer = await pair.chat({ model: 'soon' });
    expect(textOf(answer)).toBe('first');
    await pair.upstream.waitForAbort();
    expect((await attemptsOf(answer)).map(({ model, outcome }) => [model, outcome])).toEqual([
      ['soon-b', 'overtaken'],
      ['soon-a', 'success'],
    ]);
    expect(await countHedges('lost')).toBe(lost + 1);
  });

  it('counts though the second call fails', async () => {
    answerWith(pair, { 'soon-a': slowly(jsonReply(completion({ content: 'first' })), 300), 'soon-b': serverError() });
    const answer = await pair.chat({ model: 'soon' });
    expect([answer.status, textOf(answer)]).toEqual([200, 'first']);
    expect((await attemptsOf(answer)).map(({ outcome }) => outcome)).toEqual(['provider_error', 'success']);
  });

  it('that fails leaves the answer to the second call', async () => {
    answerWith(pair, {
      'soon-a': slowly(serverError(), 120),
      'soon-b': slowly(jsonReply(completion({ content: 'second' })), 300),
    });
    const answer = await pair.chat({ model: 'soon' });
    expect([answer.status, textOf(answer)]).toEqual([200, 'second']);
    expect(calledModels(pair)).toEqual(['soon-a', 'soon-b']);
  });

  it('fails as it does without a second call if that fails too', async () => {
    answerWith(pair, { 'soon-a': slowly(serverError(), 150), 'soon-b': slowly(serverError(), 10) });
    const answer = await pair.chat({ model: 'soon' });
    expect([answer.status, calledModels(pair)]).toEqual([502, ['soon-a', 'soon-b']]);
  });

  it('is overtaken with a routing config too, and explained', async () => {
    answerWith(pair, { 'config-a': neverAnswers() });
    const headers = { 'x-service-config': 'late', 'x-service-explain': '1' };
    const answer = await pair.chat({ model: 'config-a' }, { headers, key: TEST_KEYS.researchAdmin });
    const { routing } = JSON.parse(String(answer.headers['x-service-explain'])) as { routing: { attempts: Attempt[] } };
    expect(routing.attempts.map(({ hedge = false, outcome }) => [outcome, hedge])).toEqual([
      ['overtaken', false],
      ['success', true],
    ]);
  });
});

describe('docs/contract/routing.md#hedging: a second call', () => {
  it.each([
    ['stores its answer', { store: true }],
    ['has the provider run tools', { tools: [{ type: 'web_search' }] }],
    ['has the provider search', { web_search_options: {} }],
  ])('is not made for a request that %s', async (_what, more) => {
    answerWith(pair, { 'soon-a': slowly(jsonReply(completion()), 200) });
    const answer = await pair.chat({ model: 'soon', ...more });
    expect(calledModels(pair)).not.toContain('soon-b');
    expect(answer.headers['x-service-attempts'] ?? '0').not.toBe('2');
  });

  it('is made for one with tools of the client', async () => {
    answerWith(pair, { 'soon-a': neverAnswers() });
    await pair.chat({ model: 'soon', tools: [{ type: 'function', function: { name: 'look' } }] });
    expect(calledModels(pair)).toEqual(['soon-a', 'soon-b']);
  });

  it.each([
    ['held', 1],
    ['cached', 2],
  ])('of a session on the route %s: %d in all', async (model, calls) => {
    answerWith(pair, {
      'soon-a': slowly(jsonReply(completion()), 250),
      'soon-b': slowly(jsonReply(completion()), 250),
    });
    await pair.chat({ model }, { headers: { 'x-session-id': 'one' } });
    expect(calledModels(pair)).toHaveLength(calls);
  });

  it('is made for the stated percentage of requests at most', async () => {
    answerWith(pair, { 'rare-a': slowly(jsonReply(completion()), 150) });
    const limited = await countHedges('limited');
    for (let request = 0; request < 10; request++) await pair.chat({ model: 'rare' });
    expect(calledModels(pair).filter((model) => model === 'rare-b')).toHaveLength(2);
    expect(await countHedges('limited')).toBeGreaterThan(limited);
  });

  it('is charged to the budget once, together with the first', async () => {
    answerWith(pair, { 'spent-a': neverAnswers() });
    const answer = await pair.chat({ model: 'spent' }, { key: PAID_KEY });
    const record = await recordOf(pair, answer);
    const [first] = await attemptsOf(answer);
    expect(Number(record.cost_usd)).toBeGreaterThan(first?.cost_usd ?? 0);
    expect(record.charges).toEqual([expect.objectContaining({ amount: record.cost_usd })]);
  });

  it('takes a slot of its target, and is not made without one', async () => {
    answerWith(pair, {
      'narrow-a': slowly(jsonReply(completion()), 250),
      'narrow-b': slowly(jsonReply(completion()), 400),
    });
    const other = pair.chat({ model: 'narrow-b' });
    await pair.upstream.waitForRequest();
    const unavailable = await countHedges('unavailable');
    expect((await pair.chat({ model: 'narrow' })).headers['x-service-model']).toBe('narrow-a');
    expect((await other).status).toBe(200);
    expect(calledModels(pair)).toEqual(['narrow-b', 'narrow-a']);
    expect(await countHedges('unavailable')).toBe(unavailable + 1);
  });

  it('goes to the next target with room where the one before has none', async () => {
    answerWith(pair, { 'narrow-a': neverAnswers(), 'narrow-b': slowly(jsonReply(completion()), 400) });
    const other = pair.chat({ model: 'narrow-b' });
    await pair.upstream.waitForRequest();
    expect((await pair.chat({ model: 'roomy' })).headers['x-service-model']).toBe('soon-b');
    expect((await other).status).toBe(200);
    expect(calledModels(pair)).toEqual(['narrow-b', 'narrow-a', 'soon-b']);
  });

  it('leaves no slot taken, of its target or of the first', async () => {
    answerWith(pair, { 'narrow-a': neverAnswers() });
    for (let request = 0; request < 4; request++) {
      expect((await pair.chat({ model: 'narrow' })).headers['x-service-model']).toBe('narrow-b');
    }
    answerWith(pair, {});
    const after = await Promise.all(['narrow-a', 'narrow-b'].map((model) => pair.chat({ model })));
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('ends with the first one when the client leaves, and both are paid for', async () => {
    answerWith(pair, { 'narrow-a': neverAnswers(), 'narrow-b': neverAnswers() });
    const client = new AbortController();
    const id = 'left-both';
    const asked = fetch(`${pair.gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      signal: client.signal,
      headers: {
        authorization: `Bearer ${TEST_KEYS.research}`,
        'content-type': 'application/json',
        'x-request-id': id,
      },
      body: JSON.stringify({ model: 'narrow', messages: [{ role: 'user', content: 'Hello' }] }),
    }).catch(() => 'left');
    await pair.upstream.waitForRequest(2);
    client.abort();
    expect(await asked).toBe('left');
    await pair.upstream.waitForAbort(2);
    const record = await findRecord(pair, ({ request_id: requestId }) => requestId === id);
    const { attempts } = (record.details as { routing: { attempts: Attempt[] } }).routing;
    const [tokens = 0] = attempts.flatMap(({ total_tokens: counted }) => counted ?? []);
    expect(attempts.map(({ model, outcome }) => [model, outcome])).toEqual([
      ['narrow-a', 'cancelled'],
      ['narrow-b', 'cancelled'],
    ]);
    // Of each the prompt alone: nothing of an answer was seen.
    expect(tokens).toBeGreaterThan(0);
    expect(record).toMatchObject({
      outcome: 'cancelled',
      attempts: 2,
      usage_source: 'estimated',
      total_tokens: 2 * tokens,
    });
    answerWith(pair, {});
    const after = await Promise.all(['narrow-a', 'narrow-b'].map((model) => pair.chat({ model })));
    expect(after.map(({ status }) => status)).toEqual([200, 200]);
  });
});
