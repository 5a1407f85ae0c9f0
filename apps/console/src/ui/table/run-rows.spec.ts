import { describe, expect, it } from '@jest/globals';
import { countResults } from './count-results.js';
import { runRows } from './run-rows.js';

describe('work on many rows', () => {
  it('reports each row in the order of the rows, and goes on after a failure', async () => {
    const seen: number[] = [];
    const results = await runRows(
      [5, 1, 3, 2, 4, 6],
      async (row) => {
        await new Promise((done) => setTimeout(done, row));
        if (row === 3) throw new Error('refused');
        return row * 2;
      },
      ({ row }) => seen.push(row),
    );
    expect(results.map(({ row, answer, failure }) => [row, answer, (failure as Error | undefined)?.message])).toEqual([
      [5, 10, undefined],
      [1, 2, undefined],
      [3, undefined, 'refused'],
      [2, 4, undefined],
      [4, 8, undefined],
      [6, 12, undefined],
    ]);
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is counted by what became of the rows, for whoever has left the page meanwhile', async () => {
    const results = await runRows([1, 2, 3], async (row) => {
      if (row === 2) throw new Error('refused');
    });
    expect(countResults(results)).toEqual({ done: 2, failed: 1 });
  });

  it('works on no more than four rows at once', async () => {
    let [busy, most] = [0, 0];
    await runRows(Array.from({ length: 20 }), async () => {
      most = Math.max(most, ++busy);
      await new Promise((done) => setImmediate(done));
      busy--;
    });
    expect(most).toBe(4);
  });

  it('begins no row after it was stopped', async () => {
    let done = 0;
    const results = await runRows(
      Array.from({ length: 20 }, (_, index) => index),
      () => Promise.resolve(++done),
      undefined,
      () => done >= 6,
    );
    expect(results).toHaveLength(done);
    expect(done).toBeLessThan(11);
  });
});
