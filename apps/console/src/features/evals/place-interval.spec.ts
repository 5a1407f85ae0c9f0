import { describe, expect, it } from '@jest/globals';
import { placeInterval } from './place-interval.js';

describe('placeInterval', () => {
  it('draws an interval on the smallest scale that has room, with zero in the middle', () => {
    expect(placeInterval(0.1, { low: 0, high: 0.2 })).toEqual({
      left: 50,
      width: 40,
      point: 70,
      zero: 50,
      reach: 0.25,
    });
    expect(placeInterval(-1, { low: -1, high: -1 })).toEqual({ left: 0, width: 0, point: 0, zero: 50, reach: 1 });
    expect(placeInterval(0, { low: -0.05, high: 0.05 }).reach).toBe(0.05);
  });

  it('cuts an interval that is wider than any difference can be', () => {
    expect(placeInterval(0.5, { low: -3, high: 4 })).toEqual({ left: 0, width: 100, point: 75, zero: 50, reach: 1 });
  });
});
