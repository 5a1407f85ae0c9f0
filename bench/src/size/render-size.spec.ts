import { describe, expect, it } from '@jest/globals';
import type { Figure } from '../figure.js';
import type { BenchReport } from '../report.js';
import { renderSize } from './render-size.js';
import { sizeOf } from './size.js';
import { listReads } from './size-reads.js';

const figure = (name: string, value: number, more: Partial<Figure> = {}): Figure => ({
  scenario: 'size',
  name,
  unit: 'ms',
  values: { gateway: value },
  ...more,
});

const report: BenchReport = {
  measured_at: '2026-11-29T12:00:00.000Z',
  machine: { processor: 'Some CPU', cores: 2, node: '24.9.0', platform: 'linux x64', load_before: 0.5 },
  load_driver: 'wrk',
  pinning: 'not pinned',
  quick: false,
  rounds: 11,
  figures: [
    figure('usage: by key, median', 210, { bar: { below: 300 } }),
    figure('usage: by key, slowest', 250),
    figure('usage: by key, processor time of PostgreSQL', 190),
    figure('one policy changed: until both gateways serve it, median', 900),
    figure('one record stored: with a client', 320, { unit: 'µs' }),
    { ...figure('requests', 1), scenario: 'throughput' },
  ],
};

describe('renderSize', () => {
  it('has each read in one row with its bound, and what a change and a record cost in tables of their own', () => {
    const text = renderSize(report);
    expect(text).toContain('| usage: by key | 210 | 250 | 190 | 300 |');
    expect(text).toContain('| until both gateways serve it, median | 900 |');
    expect(text).toContain('| with a client | 320 |');
    expect(text).toContain('100,000 keys');
    expect(text).not.toContain('requests |');
  });

  it('says that figures of a quick run are not worth quoting', () => {
    expect(renderSize({ ...report, quick: true })).toMatch(/1,000 keys.*not worth quoting/);
  });
});

describe('listReads', () => {
  it('asks for usage by every pair of dimensions once, under names of their own', () => {
    const reads = listReads(sizeOf(1));
    const names = reads.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    // Seven dimensions make 21 pairs.
    expect(names.filter((name) => /^usage: by \w+,\w+$/.test(name))).toHaveLength(21);
    expect(reads.filter(({ name }) => name.startsWith('usage: ')).every(({ bound }) => bound === 300)).toBe(true);
  });
});
