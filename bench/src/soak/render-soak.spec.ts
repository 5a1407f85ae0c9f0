import { expect, it } from '@jest/globals';
import { exampleInterval, exampleResult, withMemory } from './example-result.tools.spec.js';
import { judgeSoak } from './judge-soak.js';
import { renderInterval, renderSoak } from './render-soak.js';

it('has the medians of each sixth of the run', () => {
  const result = exampleResult({}, (minute) => withMemory(minute));
  const lines = renderSoak(result, []).split('\n');
  const rows = lines.filter((line) => /^\| \d+ to /.test(line)).map((line) => line.split(' | ').slice(0, 2));
  expect(rows).toEqual([
    ['| 0 to 10', '70.0 / 5.5'],
    ['| 10 to 20', '70.0 / 15.5'],
    ['| 20 to 30', '70.0 / 25.5'],
    ['| 30 to 40', '70.0 / 35.5'],
    ['| 40 to 50', '70.0 / 45.5'],
    ['| 50 to 60', '70.0 / 55.5'],
  ]);
  expect(lines.filter((line) => line.startsWith('|')).map((line) => line.split(' | ').length)).toContain(9);
});

it('says what was sent, what came of it, and which checks hold', () => {
  const result = exampleResult({ minutes: 2, stuck: ['ended with SIGKILL'] });
  const text = renderSoak(result, judgeSoak(result));
  expect(text).toContain(
    '60,000 requests in 2 minutes, 60 a second (200: 59,000, left: 1,000); of 20 jobs: completed 20.',
  );
  expect(text).toContain('| unexpected answers | holds | none |');
  expect(text).toContain('| services that did not end after SIGTERM | **does not hold** | ended with SIGKILL |');
  expect(text).toContain('| p99 of small whole answers | not judged | not measured, or in less than 30 minutes |');
});

it('has no table row of a time without intervals, and no column too many', () => {
  const result = exampleResult({ intervals: [exampleInterval(1)], unexpected: { 'a | b': 1 } });
  const lines = renderSoak(result, judgeSoak(result)).split('\n');
  expect(lines.filter((line) => /^\| \d+ to /.test(line))).toHaveLength(1);
  expect(lines.find((line) => line.includes('unexpected'))).toContain('a \\| b (1)');
});

it('tells of an interval in one line', () => {
  const line = renderInterval(exampleInterval(7, { p99: undefined }), { late: 2 });
  expect(line).toMatch(
    /^minute 7\.0 \| 1000 requests, p50 4\.0 ms, p99 none ms, unexpected so far: late \(2\) \| gateway 200\.0 MB/,
  );
  expect(line).not.toContain('\n');
  expect(renderInterval(exampleInterval(7), {})).toContain('unexpected so far: none |');
});
