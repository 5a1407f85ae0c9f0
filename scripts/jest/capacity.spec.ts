import { describe, expect, it } from '@jest/globals';
import { Capacity } from './capacity.mjs';

/** Processors that had nothing to do for a share of the time between two readings. */
function processorsOf(idleShare: number): { readTime: () => { idle: number; all: number }; watchMs: number } {
  let readings = 0;
  const readTime = () => {
    readings += 1;
    return { idle: readings * 1_000 * idleShare, all: readings * 1_000 };
  };
  return { readTime, watchMs: 1 };
}

describe('room for one more file of tests', () => {
  it('is there while a fifth of the processors has nothing to do', async () => {
    expect(await new Capacity(processorsOf(0.5)).take()).toBe(true);
    expect(await new Capacity(processorsOf(0.1)).take()).toBe(false);
  });

  it('is taken by one of those that ask at the same time', async () => {
    const capacity = new Capacity(processorsOf(1));
    expect(await Promise.all([capacity.take(), capacity.take(), capacity.take()])).toEqual([true, false, false]);
    expect(await capacity.take()).toBe(true);
  });

  it('is not there where the machine does not say what its processors do', async () => {
    expect(await new Capacity({ readTime: () => ({ idle: 0, all: 0 }), watchMs: 1 }).take()).toBe(false);
  });
});
