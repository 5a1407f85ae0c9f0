import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EXHAUSTIVE_FILES } from '../exhaustive-tests.mjs';
import { chooseTests, listExhaustive } from './choose-tests.mjs';

const ROOT = join(import.meta.dirname, '../..');

const UNIT = ['libs/a/src/one.spec.ts', 'libs/a/src/two.spec.ts'];
const FILES = [...UNIT, 'apps/b/src/one.integration.spec.ts', 'apps/b/e2e/three.e2e.spec.ts'];

describe('chooseTests', () => {
  it('leaves all to Jest where nothing is named', () => {
    expect(chooseTests(FILES, [])).toEqual({ jest: [], expected: FILES, unknown: [] });
  });

  it('finds the suite of a file, also by its absolute path', () => {
    const one = ['--selectProjects', 'unit', '--runTestsByPath', 'libs/a/src/one.spec.ts'];
    expect(chooseTests(FILES, ['libs/a/src/one.spec.ts']).jest).toEqual(one);
    expect(chooseTests(FILES, ['/root/libs/a/src/one.spec.ts'], '/root').jest).toEqual(one);
    expect(chooseTests(FILES, ['./libs/a/src/one.spec.ts']).jest).toEqual(one);
    const three = ['--selectProjects', 'e2e', '--runTestsByPath', 'apps/b/e2e/three.e2e.spec.ts'];
    expect(chooseTests(FILES, ['three.e2e']).jest).toEqual(three);
  });

  it('chooses the suites of all files that have the part of a path', () => {
    const files = ['libs/a/src/one.spec.ts', 'apps/b/src/one.integration.spec.ts'];
    const chosen = ['--selectProjects', 'unit', 'integration', '--runTestsByPath', ...files];
    expect(chooseTests(FILES, ['one']).jest).toEqual(chosen);
  });

  it('leaves options to Jest, with the words that belong to them', () => {
    const chosen = ['-t', 'one', '--bail', '--selectProjects', 'unit', '--runTestsByPath', ...UNIT];
    expect(chooseTests(FILES, ['-t', 'one', '--bail', 'libs/a']).jest).toEqual(chosen);
  });

  it.each([
    [
      ['--project', 'unit'],
      ['--selectProjects', 'unit'],
    ],
    [['--project=e2e'], ['--selectProjects', 'e2e']],
    [['--project=e2e', 'one'], undefined],
  ])('takes the suites that are named, as in %j', (args, chosen) => {
    expect(chooseTests(FILES, args).jest).toEqual(chosen);
  });

  it('finds nothing to run where no file has the name', () => {
    expect(chooseTests(FILES, ['four'])).toEqual({ jest: undefined, expected: [], unknown: ['four'] });
  });

  it('names what no file has, though others are found', () => {
    expect(chooseTests(FILES, ['two', './four', '/root/five'], '/root')).toMatchObject({
      expected: ['libs/a/src/two.spec.ts'],
      unknown: ['./four', '/root/five'],
    });
  });

  it('expects the chosen files to run, unless an option may leave some out', () => {
    expect(chooseTests(FILES, ['libs/a']).expected).toEqual(UNIT);
    expect(chooseTests(FILES, ['--project', 'unit']).expected).toEqual(UNIT);
    expect(chooseTests(FILES, ['libs/a', '--bail']).expected).toEqual([]);
  });
});

describe('listExhaustive', () => {
  it('finds the files that are exhaustive, and those with tests that run in turn', () => {
    const files = listExhaustive(ROOT);
    expect(files).toEqual(expect.arrayContaining([...EXHAUSTIVE_FILES]));
    expect(files).toContain('libs/jobs/src/poisoned-jobs.integration.spec.ts');
    expect(files).not.toContain('libs/jobs/src/fenced-worker.spec.ts');
  });
});
