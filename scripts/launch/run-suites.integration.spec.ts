import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileResult } from '../jest/summary-reporter.mjs';
import { runSuites, type Suite } from './run-suites.mjs';

const PASSED = { code: 0, signal: null };
const FAILED = { code: 1, signal: null };

let folder: string;
let target: PassThrough;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'multilane-suites-'));
  target = new PassThrough();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const printed = (): string => String(target.read() ?? '');

const resultOf = (path: string, failures: string[] = []): FileResult => ({
  path,
  project: 'unit',
  passed: 1,
  failed: failures.length,
  skipped: 0,
  seconds: 1,
  failures,
  reasons: failures,
  repeated: [],
});

/** A suite that says how it was called, and leaves the results that it is given, one after the other. */
function suiteOf(name: string, calls: string[], ...runs: { results: FileResult[]; ending: typeof PASSED }[]): Suite {
  return {
    first: ['--beside'],
    alone: ['--one-at-a-time'],
    run: async (more, file, output) => {
      calls.push([name, ...more].join(' '));
      output?.write(`${name} began\n`);
      await new Promise((resolve) => setImmediate(resolve));
      const { results, ending } = runs.shift() ?? { results: [], ending: PASSED };
      writeFileSync(file, JSON.stringify(results));
      output?.write(`${name} ended\n`);
      return ending;
    },
  };
}

describe('suites beside each other', () => {
  it('run at the same time, and the lines of the second come when the first has ended', async () => {
    let endFirst = (): void => undefined;
    const hasEnded = new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    const first: Suite = {
      first: [],
      alone: [],
      run: async (_more, _file, output) => {
        expect(output).toBeUndefined();
        await hasEnded;
        expect(printed()).toBe('');
        return PASSED;
      },
    };
    const second = suiteOf('second', [], { results: [resultOf('/a')], ending: PASSED });
    const run = second.run;
    const endsTheFirst: Suite = {
      ...second,
      run: async (...args) => {
        const ending = await run(...args);
        endFirst();
        return ending;
      },
    };
    const { ending, results } = await runSuites('/', folder, [first, endsTheFirst], undefined, target);
    expect(ending).toEqual(PASSED);
    expect(results).toEqual([resultOf('/a')]);
    expect(printed()).toBe('second began\nsecond ended\n');
  });

  it('run the files that failed once more, when both have ended, and end as those did', async () => {
    const calls: string[] = [];
    const said: string[] = [];
    const suites = [
      suiteOf(
        'first',
        calls,
        { results: [resultOf('/a', ['one']), resultOf('/b')], ending: FAILED },
        { results: [resultOf('/a')], ending: PASSED },
      ),
      suiteOf('second', calls, { results: [resultOf('/c')], ending: PASSED }),
    ];
    const { ending, results } = await runSuites('/', folder, suites, (text) => said.push(text), target);
    expect(calls).toEqual(['first --beside', 'second --beside', 'first --one-at-a-time /a']);
    expect(said).toEqual(['Running the files that failed once more, alone: a']);
    expect(ending).toEqual(PASSED);
    expect(results.map(({ path, failed, repeated }) => [path, failed, repeated])).toEqual([
      ['/a', 0, ['one']],
      ['/b', 0, []],
      ['/c', 0, []],
    ]);
  });

  it.each([0, 1])('fail where suite %i of them does', async (place) => {
    const suites = [0, 1].map((index) =>
      suiteOf(String(index), [], { results: [], ending: index === place ? FAILED : PASSED }),
    );
    const { ending } = await runSuites('/', folder, suites, undefined, target);
    expect(ending).toEqual(FAILED);
  });
});
