import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { tagDeclaredPrice } from './dated-price.js';

describe('a price with dates (docs/contract/usage.md#price-lists)', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-11-30T23:59:59.999Z') });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const declared = {
    input_per_million: 1,
    changes: [
      { from: '2027-01-01', input_per_million: 3 },
      { from: '2026-12-01', input_per_million: 2, output_per_million: 8 },
    ],
  };

  it('is the old one up to the end of the day before, and the new one from midnight of UTC on', () => {
    const tag = tagDeclaredPrice(declared, 'workspace');
    expect(tag.current).toMatchObject({ input: 1, output: 0 });
    const old = tag.current?.version;
    jest.setSystemTime(Date.parse('2026-12-01T00:00:00Z'));
    expect(tag.current).toMatchObject({ input: 2, output: 8 });
    expect(tag.current?.version).not.toBe(old);
    jest.setSystemTime(Date.parse('2027-02-01T00:00:00Z'));
    expect(tag.current).toMatchObject({ input: 3, output: 0 });
  });

  it('is the last one that has begun where several have', () => {
    jest.setSystemTime(Date.parse('2027-06-01T00:00:00Z'));
    expect(tagDeclaredPrice(declared, 'workspace').current).toMatchObject({ input: 3 });
  });

  it('is known of each moment, whatever the time is', () => {
    const tag = tagDeclaredPrice(declared, 'workspace');
    jest.setSystemTime(Date.parse('2027-02-01T00:00:00Z'));
    const inputs = [
      '2020-01-01T00:00:00Z',
      '2026-11-30T23:59:59.999Z',
      '2026-12-01T00:00:00Z',
      '2027-06-01T00:00:00Z',
    ].map((moment) => tag.at?.(Date.parse(moment))?.input);
    expect(inputs).toEqual([1, 1, 2, 3]);
    expect(tag.current?.input).toBe(3);
  });

  it('is one price where there are no changes', () => {
    expect(tagDeclaredPrice({ input_per_million: 1, changes: [] }, 'config').current).toMatchObject({ input: 1 });
  });
});
