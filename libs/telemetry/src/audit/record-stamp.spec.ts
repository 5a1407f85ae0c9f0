import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatTime } from './record-stamp.js';

/** The highest and, negated, the lowest time that a date can hold (ECMAScript, "time values"). */
const MAX_TIME = 8.64e15;

describe('formatTime', () => {
  it('says what a date says, for any time and for those of the same and the next second', () => {
    const times = fc.oneof(
      fc.integer({ min: -MAX_TIME, max: MAX_TIME }),
      fc.double({ min: -MAX_TIME, max: MAX_TIME, noNaN: true }),
      fc.double({ min: -2000, max: 2000, noNaN: true }),
    );
    const steps = fc.array(fc.integer({ min: -1500, max: 1500 }), { maxLength: 5 });
    fc.assert(
      fc.property(times, steps, (start, further) => {
        for (const time of [start, ...further.map((step) => start + step)]) {
          if (Math.abs(time) <= MAX_TIME) expect(formatTime(time)).toBe(new Date(time).toISOString());
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([0, -0, -1, 999, 1000, MAX_TIME, -MAX_TIME, -62_198_755_200_001, 253_402_300_800_000])(
    'says what a date says of %d',
    (time) => {
      expect(formatTime(time)).toBe(new Date(time).toISOString());
      expect(formatTime(time)).toBe(new Date(time).toISOString());
    },
  );

  it('rejects what is no time as a date does, also within the last second', () => {
    expect(formatTime(MAX_TIME)).toBe('+275760-09-13T00:00:00.000Z');
    for (const time of [MAX_TIME + 1, -MAX_TIME - 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatTime(time)).toThrow(RangeError);
    }
  });
});
