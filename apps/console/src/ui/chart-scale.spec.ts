import { describe, expect, it } from '@jest/globals';
import { chooseTicks, placePoints, stackOf } from './chart-scale.js';

const series = [
  { name: 'a', label: 'A' },
  { name: 'b', label: 'B' },
];
const points = [
  { x: '1', a: 3, b: 4 },
  { x: '2', a: null, b: 1 },
  { x: '3', a: 6, b: 2 },
];

describe('the scale of a chart', () => {
  it('reaches the highest sum where series lie on each other, and the highest value of lines', () => {
    expect(chooseTicks({ kind: 'bar', points, series })).toEqual([0, 2, 4, 6, 8]);
    expect(chooseTicks({ kind: 'line', points, series })).toEqual([0, 2, 4, 6]);
  });

  it('has round marks for small amounts of money', () => {
    expect(chooseTicks({ kind: 'bar', points: [{ x: '1', a: 0.0007 }], series })).toEqual([
      0, 0.0002, 0.0004, 0.0006, 0.0008,
    ]);
  });

  it('is there without a value', () => {
    expect(chooseTicks({ kind: 'bar', points: [], series })).toEqual([0, 1]);
    expect(chooseTicks({ kind: 'line', points: [{ x: '1', a: null }], series })).toEqual([0, 1]);
  });
});

describe('the marks of a chart', () => {
  it('begin where the series before them ends', () => {
    expect(stackOf({ x: '1', a: 3, b: 4 }, series, 1)).toEqual({ from: 3, to: 7 });
    expect(stackOf({ x: '2', a: null, b: 1 }, series, 1)).toEqual({ from: 0, to: 1 });
  });

  it('leave a gap in a line where a value is unknown', () => {
    expect(placePoints({ kind: 'line', points, series }, 0, 6)).toBe('M16.67,50h0M83.33,0h0');
  });

  it('close an area at the series below it', () => {
    expect(placePoints({ kind: 'area', points: points.slice(0, 1), series }, 1, 7)).toBe('M50,0L50,57.14Z');
  });
});
