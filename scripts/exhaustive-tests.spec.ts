import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chooseExhaustive, EXHAUSTIVE_FILES, EXHAUSTIVE_TESTS } from './exhaustive-tests.mjs';
import { choosePart, isPlaceDue, PARTS, partOfCommit } from './in-turn.mjs';
import { listUnrunnable } from './jest/unrunnable-files.mjs';
import { listSpecifications } from './launch/choose-tests.mjs';

const ROOT = join(import.meta.dirname, '..');
const NUMBERS = Array.from({ length: PARTS }, (_, part) => String(part));

/** The sentence at the head of an exhaustive file, with the file that runs each time. */
const SAMPLE = /^\/\/ `npm test` runs these tests in one of six runs, and a sample of them each time: (\S+)\.\n/;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the exhaustive tests', () => {
  it('are files of the project, each named once', () => {
    expect(EXHAUSTIVE_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(new Set(EXHAUSTIVE_FILES).size).toBe(EXHAUSTIVE_FILES.length);
  });

  it('are in exactly one part each', () => {
    const parts = NUMBERS.map((part) => chooseExhaustive(part));
    expect(parts.flat().sort()).toEqual([...EXHAUSTIVE_FILES].sort());
  });

  it('are in parts that take about as long', () => {
    const seconds = new Map(EXHAUSTIVE_TESTS);
    const sums = NUMBERS.map((part) => chooseExhaustive(part).reduce((sum, file) => sum + (seconds.get(file) ?? 0), 0));
    expect(Math.max(...sums)).toBeLessThan(1.1 * Math.min(...sums));
  });

  it('have a sample that runs each time, which the head of each names', () => {
    const samples = EXHAUSTIVE_FILES.map((file) => [file, SAMPLE.exec(read(file))?.[1] ?? '']);
    const isSample = (file = '') => file !== '' && existsSync(join(ROOT, file)) && !EXHAUSTIVE_FILES.includes(file);
    expect(samples.filter(([, sample]) => !isSample(sample))).toEqual([]);
  });

  it.each([undefined, '', 'all'])('are all chosen by %j', (part) => {
    expect(chooseExhaustive(part)).toEqual(EXHAUSTIVE_FILES);
  });

  it.each(['6', '-1', '1.5', 'none', 'x'])('have no part %s', (part) => {
    expect(() => chooseExhaustive(part)).toThrow('TEST_EXHAUSTIVE must be all, or a number from 0 to 5');
  });
});

describe('a file of tests', () => {
  const files = listSpecifications(ROOT);
  const runs = (part: string): string[] => {
    const patterns = listUnrunnable(ROOT, { CI: 'true', TEST_EXHAUSTIVE: part }).map((pattern) => new RegExp(pattern));
    return files.filter((file) => !patterns.some((pattern) => pattern.test(join(ROOT, file))));
  };

  it('runs either each time or in one of the parts, and with all of them', () => {
    const inParts = NUMBERS.map(runs);
    const often = files.map((file) => [file, inParts.filter((part) => part.includes(file)).length] as const);
    const expected = files.map((file) => [file, EXHAUSTIVE_FILES.includes(file) ? 1 : PARTS] as const);
    expect(often).toEqual(expected);
    expect(runs('all')).toEqual(files);
  });

  it('that says that it runs in one of six runs is in the list', () => {
    const saying = files.filter((file) => SAMPLE.test(read(file)));
    expect(saying).toEqual([...EXHAUSTIVE_FILES].sort());
  });
});

describe('the items of a part', () => {
  it('are in no other', () => {
    const items = Array.from({ length: 20 }, (_, item) => item);
    expect(NUMBERS.flatMap((part) => choosePart(items, part)).toSorted((one, other) => one - other)).toEqual(items);
    expect(choosePart(items, 'all')).toEqual(items);
  });
});

describe('a place in a test', () => {
  const partsOf = (place: number, tags: string[]) => NUMBERS.filter((part) => isPlaceDue(place, tags, part));

  it('is due in one part', () => {
    for (const place of [0, 5, 6, 77]) expect(partsOf(place, [])).toEqual([String(place % PARTS)]);
    expect(isPlaceDue(1, [], 'all')).toBe(true);
  });

  it('is due whenever its test runs, where that runs in turn itself', () => {
    expect(partsOf(3, ['@part-1'])).toContain('1');
    expect(partsOf(4, ['@part-1'])).toContain('1');
  });
});

describe('the part of a commit', () => {
  it('is that of its number, and so each in six commits', () => {
    const parts = Array.from({ length: PARTS }, (_, index) =>
      partOfCommit({ count: `${400 + index}\n`, isShallow: false, name: 'abcdef0123' }),
    );
    expect(parts.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('differs from commit to commit in a shallow clone, whose number of commits does not', () => {
    const names = ['00000000ff', '00000001ff', '00000002ff', '00000003ff', '00000004ff', '00000005ff'];
    const parts = names.map((name) => partOfCommit({ count: '50\n', isShallow: true, name }));
    expect(parts).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is unknown without a commit', () => {
    expect(partOfCommit({ count: '', isShallow: false, name: '' })).toBeUndefined();
  });
});

describe('tests of the console that run in turn', () => {
  const folder = 'apps/console/e2e';
  const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.browser.spec.ts'));
  const tags = files.flatMap((file) =>
    Array.from(read(join(folder, file)).matchAll(/tag: '(@[^']*)'/g), ([, tag]) => tag),
  );

  it('have the tag of a part that there is', () => {
    expect(tags.filter((tag) => !NUMBERS.some((part) => tag === `@part-${part}`))).toEqual([]);
  });

  it('are in each part', () => {
    expect([...new Set(tags)].sort()).toEqual(NUMBERS.map((part) => `@part-${part}`));
  });
});
