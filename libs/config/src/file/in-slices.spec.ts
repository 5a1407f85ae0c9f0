import { describe, expect, it } from '@jest/globals';
import { atOnce, inSlices, type Steps } from './in-slices.js';

function* count(to: number, onStep: () => void = () => undefined): Steps<number> {
  for (let step = 0; step < to; step++) {
    onStep();
    yield;
  }
  return to;
}

describe('work in slices', () => {
  it('comes to the same result as at once', async () => {
    expect(atOnce(count(1000))).toBe(1000);
    expect(await inSlices(count(1000))).toBe(1000);
  });

  it('lets others have their turn in between', async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    const busy = () => {
      const end = performance.now() + 1;
      while (performance.now() < end);
    };
    await inSlices(count(30, busy), 3);
    clearInterval(others);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('fails as the work does', async () => {
    const failing = () => {
      throw new Error('half-way');
    };
    await expect(inSlices(count(3, failing))).rejects.toThrow('half-way');
  });
});
