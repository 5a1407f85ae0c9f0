import { describe, expect, it } from '@jest/globals';
import { chooseTests } from './choose-tests.mjs';

const UNIT = ['libs/a/src/one.spec.ts', 'libs/a/src/two.spec.ts'];
const FILES = [...UNIT, 'apps/b/src/one.integration.spec.ts', 'apps/b/e2e/three.e2e.spec.ts'];

describe('chooseTests', () => {
  it('gives Jest the unit tests and Vitest the suites beside them', () => {
    expect(chooseTests(FILES, [])).toEqual({ jest: [], vitest: ['--project=integration', '--project=e2e'] });
  });

  it('finds the runner of a file, also by its absolute path', () => {
    const one = { jest: ['--runTestsByPath', 'libs/a/src/one.spec.ts'], vitest: undefined };
    expect(chooseTests(FILES, ['libs/a/src/one.spec.ts'])).toEqual(one);
    expect(chooseTests(FILES, ['/root/libs/a/src/one.spec.ts'], '/root')).toEqual(one);
    expect(chooseTests(FILES, ['./libs/a/src/one.spec.ts'])).toEqual(one);
    expect(chooseTests(FILES, ['three.e2e'])).toEqual({ jest: undefined, vitest: ['--project=e2e', 'three.e2e'] });
  });

  it('gives a part of a path to both where files of both have it', () => {
    expect(chooseTests(FILES, ['one'])).toEqual({
      jest: ['--runTestsByPath', 'libs/a/src/one.spec.ts'],
      vitest: ['--project=integration', 'one'],
    });
  });

  it('leaves options to the runners, with the words that belong to them', () => {
    expect(chooseTests(FILES, ['-t', 'one', '--bail', 'libs/a'])).toEqual({
      jest: ['-t', 'one', '--bail', '--runTestsByPath', ...UNIT],
      vitest: undefined,
    });
  });

  it.each([
    [['--project', 'unit'], { jest: [], vitest: undefined }],
    [['--project=e2e'], { jest: undefined, vitest: ['--project=e2e'] }],
    [['--project=e2e', 'one'], { jest: undefined, vitest: undefined }],
  ])('takes the suites that are named, as in %j', (args, chosen) => {
    expect(chooseTests(FILES, args)).toEqual(chosen);
  });

  it('finds nothing to run where no file has the name', () => {
    expect(chooseTests(FILES, ['four'])).toEqual({ jest: undefined, vitest: undefined });
  });
});
