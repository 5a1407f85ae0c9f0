import { describe, expect, it } from '@jest/globals';
import { countFirings } from './count-firings.js';

const at = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`;
const run = (minute: number, schedule = 0) => ({ schedule, at: at(minute) });
const seen = (...firings: [number, ...string[]][]) =>
  new Map(firings.map(([minute, ...keys]) => [`/scheduled/0 ${at(minute)}`, new Set(keys)]));

describe('countFirings', () => {
  it.each([
    ['each time once', [run(1), run(2)], seen([1, 'a'], [2, 'b']), { fired: 2, twice: 0, missed: 0, silent: 0 }],
    ['a time left out', [run(1), run(3)], seen([1, 'a'], [3, 'b']), { fired: 2, twice: 0, missed: 1, silent: 0 }],
    ['two runs of one time', [run(1), run(1)], seen([1, 'a']), { fired: 1, twice: 1, missed: 0, silent: 0 }],
    ['two keys of one time', [run(1)], seen([1, 'a', 'b']), { fired: 1, twice: 1, missed: 0, silent: 0 }],
    ['a request that did not come', [run(1)], seen(), { fired: 1, twice: 0, missed: 0, silent: 1 }],
  ])('counts %s', (_name, runs, keys, expected) => {
    expect(countFirings(runs, keys)).toEqual(expected);
  });

  it('counts the times of each schedule for itself', () => {
    const keys = new Map([
      [`/scheduled/0 ${at(1)}`, new Set(['a'])],
      [`/scheduled/1 ${at(3)}`, new Set(['b'])],
    ]);
    expect(countFirings([run(1), run(3, 1)], keys)).toEqual({ fired: 2, twice: 0, missed: 0, silent: 0 });
  });
});
