import { describe, expect, it } from '@jest/globals';
import { EXHAUSTIVE_TESTS } from '../exhaustive-tests.mjs';
import { longestFirst } from './longest-first.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;

const pathsOf = (tests: readonly { path: string; duration?: number }[]): string[] =>
  longestFirst(tests).map(({ path }) => path.slice(ROOT.length));

describe('files of tests', () => {
  it('run the longest first, by the times of an earlier run', () => {
    const [one, other, third] = ['one', 'other', 'third'].map((name) => `${ROOT}${name}`);
    const tests = [
      { path: one ?? '', duration: 20 },
      { path: other ?? '', duration: 3_000 },
      { path: third ?? '', duration: 100 },
    ];
    expect(pathsOf(tests)).toEqual(['other', 'third', 'one']);
  });

  it('run by the list of exhaustive tests and by their sizes where there was none', () => {
    const [listed = ''] = EXHAUSTIVE_TESTS.toSorted(([, one], [, other]) => other - one).map(([file]) => file);
    const small = 'scripts/jest/capacity.spec.ts';
    const large = 'scripts/jest/summary-reporter.integration.spec.ts';
    expect(pathsOf([small, listed, large].map((path) => ({ path: `${ROOT}${path}` })))).toEqual([listed, large, small]);
  });
});
