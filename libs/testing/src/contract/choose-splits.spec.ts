import { describe, expect, it } from '@jest/globals';
import { chooseSplits } from './choose-splits.js';

const LONG = 'a'.repeat(50_000);

describe('chooseSplits', () => {
  it('splits at each border of an event, and a byte before and after it', () => {
    const places = new Set(chooseSplits([Buffer.from(LONG), Buffer.from(LONG), Buffer.from(LONG)]));
    for (const at of [49_999, 50_000, 50_001, 99_999, 100_000, 100_001]) expect(places.has(at)).toBe(true);
  });

  it('splits within each character of several bytes', () => {
    const places = new Set(chooseSplits([Buffer.from(`${LONG}é😀${LONG}`)]));
    for (const at of [50_001, 50_003, 50_004, 50_005]) expect(places.has(at)).toBe(true);
  });

  it('adds about 200 places, the same ones each time, in order and within the stream', () => {
    const places = chooseSplits([Buffer.from(LONG)]);
    expect(chooseSplits([Buffer.from(LONG)])).toEqual(places);
    expect(places.length).toBeGreaterThan(190);
    expect(places.length).toBeLessThanOrEqual(202);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(0)).toBeGreaterThan(0);
    expect(places.at(-1)).toBeLessThan(LONG.length);
    expect(new Set(places.map((at) => Math.floor(at / 5_000))).size).toBe(10);
  });

  it('splits a short stream everywhere', () => {
    expect(chooseSplits([Buffer.from('abcd')])).toEqual([1, 2, 3]);
    expect(chooseSplits([Buffer.from('a')])).toEqual([]);
    expect(chooseSplits([])).toEqual([]);
  });
});
