import { describe, expect, it } from '@jest/globals';
import { batchesOf } from './batches-of.js';

const text = (length: number) => ({ role: 'user' as const, content: 'x'.repeat(length) });

describe('the messages of a conversation that is saved', () => {
  it('go in requests that the service takes, in their order', () => {
    expect(batchesOf([])).toEqual([]);
    expect(batchesOf(Array.from({ length: 120 }, () => text(1))).map(({ length }) => length)).toEqual([50, 50, 20]);
    const sizes = [200_000, 90_000, 50_000, 700_000, 1];
    expect(batchesOf(sizes.map(text)).map((batch) => batch.map(({ content }) => content.length))).toEqual([
      [200_000, 90_000],
      [50_000],
      [700_000],
      [1],
    ]);
  });
});
