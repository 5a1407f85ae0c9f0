import { describe, expect, it } from '@jest/globals';
import { BoundedLabel } from './bounded-label.js';
import { HistogramSeries, NumberSeries, SeriesFamily } from './series.js';

describe('SeriesFamily', () => {
  it('hands out the same series for the same labels', () => {
    const family = new SeriesFamily(['a', 'b'], (labels) => new NumberSeries(labels));
    expect(family.find('1', '2')).toBe(family.find('1', '2'));
    expect(family.find('1', '2')).not.toBe(family.find('2', '1'));
    expect(family.find('1', '2').labels).toEqual({ a: '1', b: '2' });
  });

  it('counts under other what is beyond its cap, and loses nothing', () => {
    const family = new SeriesFamily(['a'], (labels) => new NumberSeries(labels), 3);
    for (let index = 0; index < 10; index++) family.find(String(index)).value += 1;
    expect([...family.all()].map(({ labels, value }) => [labels.a, value])).toEqual([
      ['0', 1],
      ['1', 1],
      ['2', 1],
      ['other', 7],
    ]);
  });

  it('has its one series from the start when it has no labels', () => {
    expect([...new SeriesFamily([], (labels) => new NumberSeries(labels)).all()]).toHaveLength(1);
  });
});

describe('HistogramSeries', () => {
  it('puts a value into the first bucket whose bound it does not exceed', () => {
    const series = new HistogramSeries({}, [1, 2]);
    for (const value of [0, 1, 1.5, 2, 2.1]) series.observe(value);
    expect(series.counts).toEqual([2, 2, 1]);
    expect(series.sum).toBeCloseTo(6.6);
  });
});

describe('BoundedLabel', () => {
  it('lets the first values through and calls the rest other', () => {
    const label = new BoundedLabel(2);
    expect(['a', 'b', 'c', 'a', 'b'].map((value) => label.bound(value))).toEqual(['a', 'b', 'other', 'a', 'b']);
  });
});
