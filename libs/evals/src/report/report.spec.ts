import { describe, expect, it } from '@jest/globals';
import { compareRuns } from './compare.js';
import { figuresOf } from './figures.js';
import { writeJunit } from './junit.js';

const NOTHING = { passed: 0, failed: 0, errors: 0, graderErrors: 0 };

describe('figuresOf', () => {
  const tallies = [
    { ...NOTHING, target: 0, position: 0, passed: 3 },
    { ...NOTHING, target: 0, position: 1, passed: 1, failed: 2 },
    { ...NOTHING, target: 0, position: 2, errors: 2, graderErrors: 1 },
    { ...NOTHING, target: 1, position: 0, errors: 3 },
  ];
  const size = { targets: 2, repeats: 3 };

  it('counts errors of targets and graders apart, and never as a failure', () => {
    const [first, second] = figuresOf(tallies, size);
    expect(first).toMatchObject({ passed: 4, failed: 2, errors: 2, graderErrors: 1, gradedCases: 2 });
    expect(first?.passRate).toBeCloseTo(2 / 3);
    expect(second).toMatchObject({ passRate: null, interval: null, gradedCases: 0 });
  });

  it('has pass@k and pass^k for each number of repeats', () => {
    const [first] = figuresOf(tallies, size);
    expect(first?.passes.map(({ k }) => k)).toEqual([1, 2, 3]);
    expect(first?.passes[1]).toEqual({ k: 2, cases: 2, passAtK: expect.closeTo(5 / 6), passPowerK: 0.5 });
    expect(first?.passes[2]).toEqual({ k: 3, cases: 2, passAtK: 1, passPowerK: 0.5 });
  });

  it('is the same in whatever order the tallies come', () => {
    expect(figuresOf(tallies.toReversed(), size)).toEqual(figuresOf(tallies, size));
  });
});

describe('compareRuns', () => {
  const shares = (values: (number | null)[]) => new Map(values.map((value, at) => [`c${at}`, value] as const));
  const repeated = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

  it.each<[string, (number | null)[], (number | null)[], string, string]>([
    ['better', repeated(0, 40), [...repeated(1, 20), ...repeated(0, 20)], 'better', 'Better: 50.0 percentage points'],
    ['worse', repeated(1, 40), [...repeated(0, 20), ...repeated(1, 20)], 'worse', 'Worse: 50.0 percentage points'],
    ['alike', repeated(1, 40), repeated(1, 40), 'no_detectable_change', 'No detectable change: the difference of 0.0'],
    ['few cases that all change', repeated(0, 3), repeated(1, 3), 'no_detectable_change', 'No detectable change'],
    ['as many up as down', [0, 1, 0, 1], [1, 0, 1, 0], 'no_detectable_change', 'No detectable change'],
    ['nothing in common', [1, null], [null, 1], 'not_comparable', 'cannot be compared'],
  ])('says %s', (_name, before, after, verdict, words) => {
    const comparison = compareRuns(shares(before), shares(after));
    expect(comparison.verdict).toBe(verdict);
    expect(comparison.words).toContain(words);
  });

  it('shows each case: fixed, broken, the same, missing', () => {
    const { cases, counts, words } = compareRuns(shares([0, 1, 0.5, null]), shares([1, 0.5, 0.5, 1]));
    expect(cases.map(({ change }) => change)).toEqual(['fixed', 'broken', 'same', 'missing']);
    expect(counts).toEqual({ fixed: 1, broken: 1, same: 1, missing: 1 });
    expect(words).toContain('1 cases have no grade in one of the runs');
  });
});

describe('writeJunit', () => {
  it('escapes what it says, and tells failures from errors', () => {
    const item = { ...NOTHING, seconds: 0.5 };
    const written = writeJunit('nightly', [
      {
        name: '<m>',
        cases: [
          { ...item, key: 'a', passed: 3 },
          { ...item, key: '"b"&\u0001', passed: 1, failed: 2 },
          { ...item, key: 'c', errors: 2, graderErrors: 1 },
        ],
      },
    ]);
    expect(written.split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="nightly">',
      '  <testsuite name="&lt;m&gt;" tests="3" failures="1" errors="1" time="1.500">',
      '    <testcase name="a" classname="&lt;m&gt;" time="0.500"/>',
      '    <testcase name="&quot;b&quot;&amp;\ufffd" classname="&lt;m&gt;" time="0.500"><failure message="2 of 3 answers failed"/></testcase>',
      '    <testcase name="c" classname="&lt;m&gt;" time="0.500"><error message="no answer has a grade: 2 errors of the target, 1 of graders"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });
});
