import { describe, expect, it } from '@jest/globals';
import { countAllowedLosses } from './count-allowed-losses.js';

/** Answers of one gateway that ended so many milliseconds before the kill. */
const ended = (gateway: number, ...before: number[]) =>
  before.map((ms) => ({ gateway, sentAt: 10_000 - ms - 20, durationMs: 20, outcome: '200' }));

const kill = { gateway: 0, at: 10_000, stallMs: 0 };
const steady = (perSecond: number) =>
  ended(0, ...Array.from({ length: perSecond }, (_, n) => 8 + (n * 990) / perSecond));

describe('losses that a killed gateway may have', () => {
  it.each([
    ['nothing where none was killed', steady(300), [], 0],
    ['its rate times the bound, rounded up', steady(300), [kill], 2],
    ['what it answered within the bound, where that is more', [...steady(300), ...ended(0, 1, 2, 3, 4)], [kill], 4],
    ['as much more as the machine stood still', steady(300), [{ ...kill, stallMs: 20 }], 8],
    ['nothing of what another gateway answered', ended(1, ...Array.from({ length: 300 }, (_, n) => n)), [kill], 0],
    ['nothing for connections that broke: nobody had an answer', broken(50), [kill], 0],
  ])('is %s', (_what, seen, kills, records) => {
    expect(countAllowedLosses(seen, kills, 5).records).toBe(records);
  });
});

/** Requests that ran when it was killed. */
function broken(count: number) {
  return Array.from({ length: count }, () => ({ gateway: 0, sentAt: 9_990, durationMs: 12, outcome: 'broken' }));
}
