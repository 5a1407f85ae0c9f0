import { expect, it } from '@jest/globals';
import { sumMetric } from './read-metrics.js';

const TEXT = `# HELP jobs Jobs.
# TYPE jobs gauge
jobs{status="queued"} 3
jobs{status="running"} 4
jobs_total 100
heap 1.5e+8
`;

it('sums the series of one metric', () => {
  expect(sumMetric(TEXT, 'jobs')).toBe(7);
  expect(sumMetric(TEXT, 'heap')).toBe(150_000_000);
  expect(sumMetric(TEXT, 'jobs', 'status="running"')).toBe(4);
});

it('is 0 where there is none', () => {
  expect(sumMetric(TEXT, 'job')).toBe(0);
  expect(sumMetric(TEXT, 'jobs', 'status="failed"')).toBe(0);
});
