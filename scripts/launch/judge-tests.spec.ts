import { describe, expect, it } from '@jest/globals';
import {
  addUpFiles,
  describeCosts,
  describeTimes,
  findMissing,
  judgeTests,
  listFilesToRunAlone,
  listReasons,
  listRepeated,
  replaceResults,
} from './judge-tests.mjs';

const good = { passed: 2, failed: 0, skipped: 0 };
const lenient = { strict: false, whole: true };
const ci = { strict: true, whole: true };

describe('judgeTests', () => {
  it('adds the projects up in one line', () => {
    const projects = { unit: { passed: 5, failed: 1, skipped: 0 }, e2e: good };
    expect(judgeTests(projects, lenient).line).toBe('7 passed, 1 failed');
  });

  it('names skipped tests only when there are any', () => {
    expect(judgeTests({ unit: { ...good, skipped: 3 } }, lenient).line).toBe('2 passed, 0 failed, 3 skipped');
  });

  it('rejects a run with failures', () => {
    expect(judgeTests({ unit: { ...good, failed: 1 } }, lenient).problems).toEqual(['1 failed']);
  });

  it('rejects a run in which no test ran, also when some were skipped', () => {
    expect(judgeTests({}, lenient)).toEqual({ line: '0 passed, 0 failed', problems: ['no test ran'] });
    expect(judgeTests({ unit: { passed: 0, failed: 0, skipped: 4 } }, lenient).problems).toEqual(['no test ran']);
  });

  it('lets a developer skip tests and projects', () => {
    expect(judgeTests({ unit: { ...good, skipped: 1 } }, lenient).problems).toEqual([]);
  });

  it('accepts in CI a run of every project without skipped tests', () => {
    expect(judgeTests({ unit: good, integration: good, e2e: good, browser: good }, ci).problems).toEqual([]);
  });

  it('rejects skipped tests in CI', () => {
    const projects = { unit: good, integration: good, e2e: { ...good, skipped: 1 }, browser: good };
    expect(judgeTests(projects, ci).problems).toEqual(['1 skipped, which CI does not allow']);
  });

  it('rejects in CI a project in which nothing passed', () => {
    const projects = { unit: good, integration: { passed: 0, failed: 0, skipped: 0 } };
    expect(judgeTests(projects, ci).problems).toEqual([
      'no integration test passed',
      'no e2e test passed',
      'no browser test passed',
    ]);
  });

  it('asks for every project only when the whole suite was asked for', () => {
    expect(judgeTests({ unit: good }, { strict: true, whole: false }).problems).toEqual([]);
  });
});

describe('files that failed', () => {
  const fine = {
    project: 'e2e',
    passed: 2,
    failed: 0,
    skipped: 0,
    seconds: 3,
    failures: [],
    reasons: [],
    repeated: [],
  };
  const files = [
    { ...fine, path: 'a' },
    { ...fine, path: 'b', passed: 1, failed: 1, failures: ['slow'], reasons: ['slow: 2 is not 1'] },
  ];

  it('run once more alone, unless so many failed that something is broken', () => {
    expect(listFilesToRunAlone(files)).toEqual(['b']);
    const many = Array.from({ length: 7 }, (_, index) => ({ ...fine, path: `${index}`, failed: 1 }));
    expect(listFilesToRunAlone(many)).toEqual([]);
    expect(listFilesToRunAlone(many.slice(1))).toHaveLength(6);
  });

  it('are named with the reasons', () => {
    expect(listReasons(addUpFiles(files))).toEqual(['b: slow: 2 is not 1']);
  });

  it('are named with the beginning of the reasons, on one line and without colours', () => {
    const reasons = [`third: \u001b[31mno luck\u001b[39m\n  at all ${'x'.repeat(1_000)}`];
    const [line] = listReasons(addUpFiles([{ ...fine, path: 'b', reasons }]));
    expect(line).toBe(`b: third: no luck at all ${'x'.repeat(400 - 'third: no luck at all '.length)}`);
  });

  it('count as they ended alone, and their tests as repeated', () => {
    const results = replaceResults(files, [{ ...fine, path: 'b' }]);
    expect(addUpFiles(results)).toEqual({
      e2e: { passed: 4, failed: 0, skipped: 0, files: 2, seconds: 9, reasons: [], repeated: ['slow'] },
    });
  });

  it('are named when they could not even run the first time', () => {
    const [result] = replaceResults([{ ...fine, path: 'c', passed: 0, failed: 1 }], [{ ...fine, path: 'c' }]);
    expect(result).toMatchObject({ failed: 0, repeated: ['c'] });
  });

  it('are a problem when they have no result', () => {
    expect(findMissing(['a', 'b'], files)).toEqual([]);
    expect(findMissing(['a', 'c', 'b', 'd'], files)).toEqual(['2 files without a result: c d']);
    expect(findMissing([...'abcdefgh'], files)).toEqual(['6 files without a result: c d e f g …']);
  });

  it('fail the run when they fail again', () => {
    const again = { ...fine, path: 'b', passed: 1, failed: 1, failures: ['slow'] };
    const results = replaceResults(files, [again]);
    expect(addUpFiles(results).e2e).toMatchObject({ passed: 3, failed: 1, repeated: [] });
  });
});

describe('tests that passed only the second time', () => {
  const repeated = Array.from({ length: 6 }, (_, index) => `test ${index}`);
  const projects = { unit: good, integration: { ...good, repeated }, e2e: good, browser: good };

  it('are named with their project', () => {
    expect(listRepeated({ ...projects, integration: { ...good, repeated: ['one'] } })).toEqual(['integration: one']);
  });

  it('fail a run in CI when there are more than ten', () => {
    expect(judgeTests(projects, ci).problems).toEqual([]);
    const twelve = { ...projects, e2e: { ...good, repeated } };
    expect(judgeTests(twelve, ci).problems).toEqual(['12 passed only the second time, which CI allows to 10']);
    expect(judgeTests(twelve, lenient).problems).toEqual([]);
  });
});

describe('describeTimes', () => {
  it('names each project that ran, in order', () => {
    const unit = { ...good, files: 3, seconds: 1.25 };
    expect(describeTimes({ e2e: { ...good, files: 1, seconds: 61 }, unit })).toEqual([
      'unit: 3 files in 1.3 s',
      'e2e: 1 files in 61.0 s',
    ]);
    expect(describeTimes({})).toEqual([]);
  });
});

describe('describeCosts', () => {
  const file = { ...good, project: 'e2e', seconds: 1, failures: [], reasons: [], repeated: [] };

  it('names the files that took the most processor time first, and their sum', () => {
    const files = [
      { ...file, path: 'a', processorSeconds: 1.2 },
      { ...file, path: 'b', processorSeconds: 20 },
      { ...file, path: 'c' },
    ];
    expect(describeCosts(files)).toEqual(['Processor time of 2 files: 21 s; the most: b 20 s, a 1 s']);
  });

  it('says nothing of files that were not measured', () => {
    expect(describeCosts([{ ...file, path: 'a' }])).toEqual([]);
  });
});
