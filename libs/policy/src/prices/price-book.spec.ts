import { describe, expect, it, jest } from '@jest/globals';
import type { PriceQuestion } from './look-up-prices.js';
import type { ModelPrice } from './model-price.js';
import { PriceBook } from './price-book.js';
import { readDeclaredPrice } from './read-declared-price.js';

const PRICE = readDeclaredPrice({ input_per_million: 1 }, 'config');
const QUIET = { failed: () => undefined, succeeded: () => undefined };
const later = () => new Promise((resolve) => setImmediate(resolve));

function makeBook(answer: (question: PriceQuestion) => readonly (ModelPrice | undefined)[]) {
  const asked: string[][] = [];
  const logs: unknown[] = [];
  const book = new PriceBook({
    lookUp: async (question) => {
      asked.push(question.models.map(({ upstreamModel }) => upstreamModel));
      return answer(question);
    },
    logger: { info: (values: unknown) => logs.push(values) } as never,
    tasks: { failed: (...problem) => logs.push(problem), succeeded: () => undefined },
  });
  return { book, asked, logs };
}

describe('prices that nobody declared', () => {
  it('are looked up together once the process has started, and are set on the tags that were given out', async () => {
    const { book, asked } = makeBook(({ models }) => models.map(() => PRICE));
    const [first, second] = [book.find({ kind: 'openai' }, 'a'), book.find({ kind: 'anthropic' }, 'b')];
    expect(book.find({ kind: 'openai' }, 'a')).toBe(first);
    await later();
    expect(asked).toEqual([]);
    book.open();
    await later();
    expect(asked).toEqual([['a', 'b']]);
    expect([first.current, second.current]).toEqual([PRICE, PRICE]);
    const third = book.find({ kind: 'openai' }, 'c');
    await later();
    await later();
    expect(asked).toEqual([['a', 'b'], ['c']]);
    expect(third.current).toBe(PRICE);
    book.close();
  });

  it("are not known at an address of one's own, and such models are named once", async () => {
    const { book, asked, logs } = makeBook(() => []);
    const own = { kind: 'openai-compatible', base_url: 'http://127.0.0.1:1/v1' } as const;
    expect(book.find(own, 'a').current).toBeUndefined();
    book.find(own, 'b');
    book.find({ kind: 'simulator' }, 's');
    expect(logs).toEqual([]);
    book.open();
    await later();
    expect(logs).toEqual([{ models: ['openai-compatible/a', 'openai-compatible/b'], count: 2 }]);
    book.find(own, 'a');
    book.find(own, 'c');
    await later();
    await later();
    expect(logs.slice(1)).toEqual([{ models: ['openai-compatible/c'], count: 1 }]);
    expect(asked).toEqual([]);
    book.close();
  });

  it('are waited for by what is charged meanwhile, by a bounded number, until the first look-up has ended', async () => {
    let end: (prices: readonly ModelPrice[]) => void = () => undefined;
    const prices = new Promise<readonly ModelPrice[]>((resolve) => {
      end = resolve;
    });
    const book = new PriceBook({
      lookUp: () => prices,
      logger: { info: () => undefined } as never,
      tasks: QUIET,
    });
    const tag = book.find({ kind: 'openai' }, 'a');
    const charged = tag.whenKnown?.()?.then(() => tag.current);
    book.open();
    for (let waiting = 1; waiting < 10_000; waiting++) expect(tag.whenKnown?.()).toBeInstanceOf(Promise);
    expect(tag.whenKnown?.()).toBeUndefined();
    end([PRICE]);
    expect(await charged).toBe(PRICE);
    expect(tag.whenKnown?.()).toBeUndefined();
    book.close();
  });

  it('are no longer waited for once the look-up has failed, or the process ends', async () => {
    const { book } = makeBook(() => {
      throw new Error('no memory');
    });
    const failed = book.find({ kind: 'openai' }, 'a');
    const afterFailure = failed.whenKnown?.();
    book.open();
    await afterFailure;
    expect([failed.current, failed.whenKnown?.()]).toEqual([undefined, undefined]);
    const late = book.find({ kind: 'openai' }, 'b').whenKnown?.();
    book.close();
    await late;
  });

  it('are looked up again later after a failure, however many they are', async () => {
    const { book, logs } = makeBook(() => {
      throw new Error('no memory');
    });
    // More than one call takes arguments.
    for (let at = 0; at < 150_000; at += 1) book.find({ kind: 'openai' }, `m${at}`);
    const last = book.find({ kind: 'openai' }, 'last').whenKnown?.();
    book.open();
    await last;
    expect(logs).toHaveLength(1);
    book.close();
  });

  it('are no longer waited for where the process ends during the look-up', async () => {
    const lookUp = () => new Promise<never>(() => undefined);
    const book = new PriceBook({ lookUp, logger: { info: () => undefined } as never, tasks: QUIET });
    const waiting = book.find({ kind: 'openai' }, 'a').whenKnown?.();
    book.open();
    await later();
    book.close();
    await waiting;
  });

  it('are looked up at once for a new model, also where the look-up before has failed', async () => {
    let isBroken = true;
    const { asked, book } = makeBook(({ models }) => {
      if (isBroken) throw new Error('no memory');
      return models.map(() => PRICE);
    });
    book.find({ kind: 'openai' }, 'a');
    book.open();
    await later();
    isBroken = false;
    const added = book.find({ kind: 'openai' }, 'b');
    await added.whenKnown?.();
    expect(added.current).toBe(PRICE);
    expect(asked.at(-1)).toEqual(['a', 'b']);
    book.close();
  });

  it('are those of the provider itself: not of another address, nor of the simulator', async () => {
    const { book, asked } = makeBook(({ models }) => models.map(() => PRICE));
    book.open();
    expect(book.find({ kind: 'openai', base_url: 'http://127.0.0.1:1/v1' }, 'a').current).toBeUndefined();
    expect(book.find({ kind: 'simulator' }, 'a').current).toBeUndefined();
    book.find({ kind: 'azure-openai', base_url: 'https://mine.openai.azure.com' }, 'gpt-4o');
    await later();
    await later();
    expect(asked).toEqual([['gpt-4o']]);
    book.close();
  });

  it('that nobody knows are logged', async () => {
    const { book, logs } = makeBook(({ models }) => models.map(() => undefined));
    const tag = book.find({ kind: 'openai' }, 'mine');
    book.open();
    await later();
    expect(tag.current).toBeUndefined();
    expect(logs).toEqual([{ models: ['openai/mine'], count: 1 }]);
    book.close();
  });

  it('stay as they were when they cannot be looked up', async () => {
    let isBroken = false;
    const { book, logs } = makeBook(({ models }) => {
      if (isBroken) throw new Error('no memory');
      return models.map(() => PRICE);
    });
    const tag = book.find({ kind: 'openai' }, 'a');
    book.open();
    await later();
    isBroken = true;
    book.find({ kind: 'openai' }, 'b');
    await later();
    await later();
    expect(tag.current).toBe(PRICE);
    expect(logs).toHaveLength(1);
    book.close();
  });

  it('are looked up again a minute after a look-up that failed: until then no budget counts them', async () => {
    jest.useFakeTimers();
    try {
      let isBroken = true;
      const { book, asked } = makeBook(({ models }) => {
        if (isBroken) throw new Error('no memory');
        return models.map(() => PRICE);
      });
      const tag = book.find({ kind: 'openai' }, 'a');
      book.open();
      await jest.advanceTimersByTimeAsync(59_000);
      isBroken = false;
      expect(asked).toEqual([['a']]);
      const other = book.find({ kind: 'openai' }, 'b');
      await jest.advanceTimersByTimeAsync(2_000);
      expect([tag.current, other.current]).toEqual([PRICE, PRICE]);
      book.close();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
