import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, slowly } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { route, startRouting } from './start-routing.js';

const REQUESTS = 1_000;
const AT_ONCE = 8;
const MAX_PERCENT = 3;

/** Every fiftieth answer, which is 2 % of them, takes this long, the others between 10 and 30 ms. */
const SLOW_MS = 1_200;
const SLOW_EVERY = 50;

const PAIR = ['one', 'other'];

let pair: Pair;

beforeAll(async () => {
  pair = await startRouting({
    models: PAIR,
    virtual: [
      route('plain', PAIR),
      route('after-150', PAIR, { hedge: { after: 150, max_percent: MAX_PERCENT } }),
      route('after-p95', PAIR, { hedge: { after: 'p95', max_percent: MAX_PERCENT } }),
    ],
  });
}, HOOK_LIMIT_MS);

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

interface Outcome {
  readonly p50: number;
  readonly p99: number;
  /** Calls beyond one for each request, in percent. */
  readonly morePercent: number;
}

async function measure(model: string): Promise<Outcome> {
  pair.upstream.reset();
  let calls = 0;
  pair.upstream.onRequest(() => {
    calls += 1;
    return slowly(jsonReply(completion()), calls % SLOW_EVERY === 0 ? SLOW_MS : 10 + (calls % 21));
  });
  const times: number[] = [];
  let left = REQUESTS;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const { status } = await pair.chat({ model });
      expect(status).toBe(200);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  times.sort((one, other) => one - other);
  const at = (share: number): number => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), morePercent: ((calls - REQUESTS) / REQUESTS) * 100 };
}

describe('docs/contract/routing.md#hedging: a provider with 2 % slow answers', () => {
  it('has half the p99 at 3 % more calls at most', async () => {
    const plain = await measure('plain');
    const fixed = await measure('after-150');
    const learned = await measure('after-p95');
    expect(plain.p99).toBeGreaterThanOrEqual(SLOW_MS);
    expect(plain.morePercent).toBe(0);
    for (const hedged of [fixed, learned]) {
      expect(hedged.p99).toBeLessThanOrEqual(plain.p99 / 2);
      expect(hedged.morePercent).toBeLessThanOrEqual(MAX_PERCENT);
    }
  }, 120_000);
});
