import { describe, expect, it } from '@jest/globals';
import { type LookUpPrices, readDeclaredPrice } from '@multilane/policy';
import { KnownPrices } from './known-prices.js';

const PRICE = readDeclaredPrice({ input_per_million: 1 }, 'config');
const at = (upstreamModel: string) => ({ provider: { kind: 'openai' as const }, upstreamModel });

function make(lookUp: LookUpPrices) {
  const outcomes: string[] = [];
  const tasks = { failed: () => outcomes.push('failed'), succeeded: () => outcomes.push('succeeded') };
  return { outcomes, prices: new KnownPrices({ lookUp, tasks, mostWaitMs: 50 }) };
}

describe('the prices that the control plane shows', () => {
  it('come from the package where nobody declared one, which is asked once for each model', async () => {
    const asked: string[][] = [];
    const { prices } = make(async ({ models }) => {
      asked.push(models.map(({ upstreamModel }) => upstreamModel));
      return models.map(({ upstreamModel }) => (upstreamModel === 'a' ? PRICE : null));
    });
    const declared = { ...at('c'), prices: { input_per_million: 2 } };
    expect(await prices.tell([at('a'), declared, at('b'), at('a')])).toEqual(['known', 'declared', 'none', 'known']);
    expect(await prices.tell([at('b'), at('a')])).toEqual(['none', 'known']);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('are found as they are now: declared, by the package, or not at all', async () => {
    const { outcomes, prices } = make(async ({ models: [model] }) => {
      if (model?.upstreamModel === 'broken') throw new Error('no process');
      return [model?.upstreamModel === 'known' ? PRICE : null];
    });
    const declared = {
      ...at('c'),
      prices: { input_per_million: 2, changes: [{ from: '2020-01-01', input_per_million: 3 }] },
    };
    expect(await prices.find(declared)).toMatchObject({ input: 3 });
    expect(await prices.find(at('known'))).toBe(PRICE);
    expect(await prices.find(at('unknown'))).toBeUndefined();
    expect(await prices.find(at('broken'))).toBeUndefined();
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'failed']);
  });

  it('are null while a look-up takes longer than a request waits, and are there for the next one', async () => {
    let answer = (): void => undefined;
    const { prices } = make(
      ({ models }) =>
        new Promise((resolve) => {
          answer = () => resolve(models.map(() => PRICE));
        }),
    );
    expect(await prices.tell([at('a')])).toEqual([null]);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await prices.tell([at('a')])).toEqual(['known']);
  });

  it('are null after a look-up that failed, which is reported and not repeated at once', async () => {
    let calls = 0;
    const { outcomes, prices } = make(async () => {
      calls += 1;
      throw new Error('no process');
    });
    expect(await prices.tell([at('a')])).toEqual([null]);
    expect(await prices.tell([at('a'), at('b')])).toEqual([null, null]);
    expect([calls, outcomes]).toEqual([1, ['failed']]);
  });
});
