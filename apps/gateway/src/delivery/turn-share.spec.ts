import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { isTurnSpent, waitForTurn } from './turn-share.js';

describe('the share of streams in a turn of the event loop', () => {
  it('is used up after half a megabyte, over all streams, and is there again in the next turn', async () => {
    await nextTurn();
    expect([isTurnSpent(300_000), isTurnSpent(200_000), isTurnSpent(100_000)]).toEqual([false, false, true]);
    await nextTurn();
    expect(isTurnSpent(300_000)).toBe(false);
    await nextTurn();
  });

  it('has streams go on in the order in which they began to wait, eight in a turn', async () => {
    const gone: number[] = [];
    for (let index = 0; index < 20; index += 1) waitForTurn({ nextTurn: () => void gone.push(index) });
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn();
      counts.push(gone.length);
    }
    expect(counts).toEqual([8, 16, 20, 20]);
    expect(gone).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
