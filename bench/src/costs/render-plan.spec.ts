import { describe, expect, it } from '@jest/globals';
import type { BenchReport } from '../report.js';
import { compareWithPlan } from './check-plan.js';
import { renderScaling } from './render-plan.js';
import { describeCosts } from './unit-costs.js';
import { ROUND_COSTS } from './unit-costs.tools.spec.js';

const LOAD = {
  requests: 1_000,
  gatewayMs: 600,
  redis: { scripts: 0, commands: 9_000, bytesIn: 3e6, bytesOut: 1e6, processorSeconds: 0.1, memoryBytes: 0, keys: 0 },
  postgres: { walBytes: 4e6, statements: 200, rowsWritten: 0, auditRows: 1_000, processorTime: 900 },
};
const checks = compareWithPlan(ROUND_COSTS, LOAD, { gateways: 2, seconds: 10, activeKeys: 10 });

const report: BenchReport = {
  measured_at: '2026-11-26T12:00:00.000Z',
  machine: { processor: 'Some Processor', cores: 2, node: 'v24.0.0', platform: 'linux 6 x64', load_before: 0.26 },
  load_driver: 'wrk',
  pinning: 'not pinned',
  quick: false,
  rounds: 7,
  figures: [...describeCosts(ROUND_COSTS), ...checks],
};

describe('compareWithPlan', () => {
  const find = (name: string) => checks.find((figure) => figure.name === `check: ${name}`);

  it.each([
    ['commands of Redis', 6_000, 9_000],
    ['bytes to and from Redis', 2, 4],
    ['write-ahead log of PostgreSQL', 4, 4],
    ['audit records', 1_000, 1_000],
    ['processor time of Redis', 100, 100],
  ])('%s', (name, predicted, value) => {
    const figure = find(name);
    expect(figure?.values.predicted).toBeCloseTo(predicted);
    expect(figure?.values.gateway).toBe(value);
    expect(figure?.comparison?.value).toBeCloseTo(value / predicted);
  });

  it('expects of two gateways what they do for nobody as well', () => {
    // 300 ms for the requests, and 10 ms in each of 14 s of each gateway, and less than 10 ms for look-ups.
    expect(find('processor time of the gateways')?.values.predicted).toBeCloseTo(580.9, 0);
  });
});

describe('renderScaling', () => {
  const { costs, plan, breaks, check } = renderScaling(report);

  it('says when and where the costs were measured, and lists each', () => {
    expect(costs).toContain(
      'Measured on 2026-11-26: Some Processor, 2 cores, Node v24.0.0, load average before the run 0.3.',
    );
    expect(costs).toContain('| Redis: processor time for a request | µs | 100 |');
    expect(costs).not.toContain('check');
  });

  it('plans for three rates, with few keys and with a million', () => {
    const [headings = '', , gateways = ''] = plan.split('\n');
    expect(headings).toContain('100,000/s, 1,000,000 keys');
    expect(headings.split('|')).toHaveLength(9);
    expect(gateways).toMatch(/^\| Gateway processes of one core each \| 2 \| \d+ \| [\d,]+ \| 2 \|/);
  });

  it('lists what breaks with two digits, and what to do', () => {
    expect(breaks).toContain('| One Redis server, and so one organization | 6,000 requests a second |');
  });

  it('shows what was planned beside what was measured', () => {
    expect(check).toContain('| commands of Redis |  | 6,000 | 9,000 | × 1.50 |');
  });

  it('rejects a report without the costs', () => {
    expect(() => renderScaling({ ...report, figures: checks })).toThrow('not measured');
  });
});
