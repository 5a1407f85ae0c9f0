import { describe, expect, it } from '@jest/globals';
import type { Figure } from './figure.js';
import { type BenchReport, findWideMisses, renderReport } from './report.js';

const figures: Figure[] = [
  {
    scenario: 'throughput',
    name: 'requests at 32 connections',
    unit: '1/s per core',
    values: { gateway: 5412.4, bareProxy: 9021 },
    comparison: { how: 'ratio', value: 0.6, lowest: 0.58, highest: 0.634 },
    bar: { atLeast: 0.7 },
  },
  {
    scenario: 'latency',
    name: '1 connection: p50',
    unit: 'ms',
    values: { gateway: 0.45, bareProxy: 0.33, direct: 0.08 },
    comparison: { how: 'added', value: 0.12, lowest: -0.01, highest: 0.2 },
    addedToDirect: 0.37,
    bar: { below: 0.3 },
  },
  {
    scenario: 'groups',
    name: 'stream event, chat to N',
    unit: 'µs',
    values: { gateway: 14.2, relay: 9 },
    comparison: { how: 'added', value: 5, lowest: 4.5, highest: 5.5 },
    bar: { below: 15 },
  },
  { scenario: 'memory', name: 'peak memory after all loads', unit: 'MB', values: { gateway: 212.3 } },
  { scenario: 'memory', name: 'idle memory', unit: 'MB', values: { gateway: 151 }, bar: { below: 130 } },
];

const report: BenchReport = {
  measured_at: '2026-11-20T12:00:00.000Z',
  machine: { processor: 'Some Processor', cores: 2, node: 'v24.0.0', platform: 'linux 6 x64', load_before: 0.26 },
  load_driver: 'wrk',
  pinning: 'not pinned: taskset is not available',
  quick: false,
  rounds: 7,
  figures,
};

describe('renderReport', () => {
  const lines = renderReport(report).split('\n');

  it('says on which machine, how busy it was, with which driver and with which pinning it was measured', () => {
    expect(lines).toContain(
      'Some Processor, 2 cores, linux 6 x64, Node v24.0.0, load average before 0.3; driven by wrk; not pinned: taskset is not available.',
    );
  });

  it('prints a ratio with its rounds, and that its bar is not met', () => {
    expect(lines).toContain(
      '| requests at 32 connections | 1/s per core | 5,412 | bare proxy 9,021 | × 0.60 (× 0.58 to × 0.63) |  | at least 0.7 | NOT met |',
    );
  });

  it('prints what is added with its sign, and that its bar is met', () => {
    expect(lines).toContain(
      '| 1 connection: p50 | ms | 0.450 | bare proxy 0.330, direct 0.080 | +0.120 (-0.010 to +0.200) | 0.370 | below 0.3 | met |',
    );
  });

  it('prints what translation adds to the relay', () => {
    expect(lines).toContain(
      '| stream event, chat to N | µs | 14.2 | relay 9.000 | +5.000 (+4.500 to +5.500) |  | below 15 | met |',
    );
  });

  it('leaves empty what was not measured or has no bar', () => {
    expect(lines).toContain('| peak memory after all loads | MB | 212 |  |  |  |  |  |');
  });

  it('has no column that would be empty', () => {
    expect(lines).toContain(
      '| Figure | Unit | Gateway | Beside it | Compared (rounds) | Added to direct | Bar | Result |',
    );
    const alone = renderReport({ ...report, figures: figures.filter(({ name }) => name.startsWith('peak')) });
    expect(alone.split('\n')).toContain('| Figure | Unit | Gateway |');
  });

  it('warns that the figures of a quick run are not worth quoting', () => {
    expect(renderReport({ ...report, quick: true })).toContain('A quick run');
    expect(lines.join('\n')).not.toContain('A quick run');
  });
});

describe('findWideMisses', () => {
  it('names only the figures beyond the tolerance of 15 %', () => {
    expect(findWideMisses(figures)).toEqual(['idle memory']);
  });
});
