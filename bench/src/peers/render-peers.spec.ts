import { describe, expect, it } from '@jest/globals';
import { SHORT_FIGURE_NAMES, summarizeReadings } from './peer-row.js';
import { type PeerReport, renderPeers } from './render-peers.js';

const REPORT: PeerReport = {
  measuredAt: '2026-11-26T20:00:00.000Z',
  machine: { processor: 'Some Processor', cores: 2, node: 'v24.0.0', platform: 'linux 6 x64', load_before: 0.2 },
  driver: 'wrk',
  pinning: 'pinned: somewhere',
  rounds: 5,
  quick: false,
  rows: [
    {
      title: 'Multilane',
      figures: {
        rate: 13_686.4,
        cost: 72.61,
        added: -0.004,
        mediumP50: 0.378,
        mediumP99: 2.515,
        mediumCost: 0.2,
        longP50: 2.175,
        longP99: 34.51,
        longCost: 1.5,
        eventCost: 30.4,
        firstByte: 0.872,
        idleMemory: 118.2,
        loadedMemory: 469,
        ready: 1.178,
      },
    },
    { title: 'Other 1.2', figures: {}, reason: 'pip failed:\n  no | such package' },
    { title: 'Third 3.4', figures: { rate: 10 }, reason: `a stream is ${'x'.repeat(1000)}` },
  ],
};

describe('renderPeers', () => {
  const lines = renderPeers(REPORT).split('\n');

  it('says when, on what, with what and how it was measured', () => {
    expect(lines[0]).toBe(
      'Measured on 2026-11-26: Some Processor, 2 cores, linux 6 x64, Node v24.0.0, load average before 0.2; driven by wrk; pinned: somewhere. Medians of 5 interleaved rounds.',
    );
  });

  it('prints a column for each server with all its figures', () => {
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split(' | '));
    expect(rows.slice(2).map(([, figure]) => figure)).toEqual([
      '13,686',
      '72.6',
      '-0.00',
      '0.38',
      '2.52',
      '0.20',
      '2.17',
      '34.5',
      '1.50',
      '30.4',
      '0.87',
      '118',
      '469',
      '1.18',
    ]);
    expect(rows[0]?.[1]).toBe('Multilane');
    expect(lines).toContain('| Start (s) | 1.18 |  |  |');
  });

  it('prints the chosen figures alone', () => {
    const short = renderPeers(REPORT, SHORT_FIGURE_NAMES).split('\n');
    const figures = short.filter((line) => line.startsWith('|')).slice(2);
    expect(figures.map((line) => line.split(' | ')[1])).toEqual([
      '13,686',
      '72.6',
      '-0.00',
      '1.50',
      '30.4',
      '0.87',
      '118',
      '469',
      '1.18',
    ]);
  });

  it('prints why a server has no figures, in one line and without ending the cell', () => {
    expect(lines[2]).toContain('|  | Multilane | Other 1.2: pip failed: no / such package | Third 3.4: ');
  });

  it('keeps the figures that were measured before a server failed, and shortens the reason', () => {
    expect(lines).toContain('| Requests/s per core | 13,686 |  | 10.0 |');
    expect(lines[2]).toMatch(/ \| Third 3\.4: a stream is x+… \|$/);
    expect(lines[2]?.length).toBeLessThan(480);
  });

  it('says that figures of a busy machine are rough, and those of a quick run not to be quoted', () => {
    expect(lines.join('\n')).not.toMatch(/rough|quick/);
    expect(renderPeers({ ...REPORT, machine: { ...REPORT.machine, load_before: 9 } })).toContain(
      'the figures are rough',
    );
    expect(renderPeers({ ...REPORT, quick: true, rounds: 1 })).toContain('1 interleaved round. A quick run');
  });
});

describe('summarizeReadings', () => {
  it('takes the median of each figure over the turns that have it', () => {
    expect(summarizeReadings([{ rate: 1, cost: 5 }, { rate: 9 }, { rate: 3, cost: 7 }])).toEqual({ rate: 3, cost: 6 });
  });

  it('has no figure that nothing measured', () => {
    expect(summarizeReadings([])).toEqual({});
  });
});
