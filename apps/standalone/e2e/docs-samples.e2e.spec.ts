// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/src/standalone.e2e.spec.ts.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPython } from '@multilane/testing';
import { buildModules, buildPython, buildShell } from './docs-samples/build-scripts.js';
import { makeFiles } from './docs-samples/make-files.js';
import { preludeOf } from './docs-samples/preludes.js';
import { findMarkFaults, type Language, listPages, readSamples, type Sample } from './docs-samples/read-samples.js';
import { makeCommands, runScript, type Surroundings } from './docs-samples/run-script.js';
import { type Documented, startDocumented } from './docs-samples/start-documented.js';

const LIMIT_MS = 300_000;
const AT_ONCE = 3;
const LANGUAGES: readonly Language[] = ['sh', 'python', 'ts'];

/** It sets rules for everybody, so that it comes last. */
const LAST = 'docs/policies.md';

const samples = listPages().flatMap((page) => readSamples(page));
const isRun = ({ exclusion, runBy }: Sample): boolean => exclusion === undefined && runBy === undefined;

describe('code samples of the documentation', () => {
  let documented: Documented;
  let surroundings: Surroundings;
  const folder = mkdtempSync(join(tmpdir(), 'multilane-samples-'));

  beforeAll(async () => {
    documented = await startDocumented();
    surroundings = { facts: documented, commands: makeCommands(folder), python: findPython() };
  }, LIMIT_MS);

  afterAll(async () => {
    await documented?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  /** Runs the samples of a page in a folder of its own, a language after the other. */
  async function runPage(page: string): Promise<string[]> {
    const own = samples.filter((sample) => sample.page === page && isRun(sample));
    const of = (language: Language) => own.filter((sample) => sample.language === language);
    const place = join(folder, page.replaceAll(/\W/g, '-'));
    // The test may run a second time.
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    makeFiles(place);
    const faults: (string | undefined)[] = [];
    if (of('sh').length > 0) {
      const script = buildShell(of('sh'), documented, preludeOf(page, documented));
      faults.push(await runScript('sh', script, place, surroundings));
    }
    for (const module of buildModules(of('ts'), documented)) {
      faults.push(await runScript('ts', module, place, surroundings));
    }
    if (of('python').length > 0 && surroundings.python !== undefined) {
      faults.push(await runScript('python', buildPython(of('python'), documented), place, surroundings));
    }
    return faults.filter((fault) => fault !== undefined);
  }

  it(
    'run against one gateway and one workspace, with no change but addresses and keys',
    async () => {
      const pages = [...new Set(samples.filter(isRun).map(({ page }) => page))].filter((page) => page !== LAST);
      const faults: string[] = [];
      const take = async (): Promise<void> => {
        for (let page = pages.shift(); page !== undefined; page = pages.shift()) faults.push(...(await runPage(page)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, take));
      faults.push(...(await runPage(LAST)));
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it('are counted by language, with those that are not run', () => {
    const lines = LANGUAGES.map((language) => {
      const of = samples.filter((sample) => sample.language === language);
      const elsewhere = of.filter(({ runBy }) => runBy !== undefined).length;
      const excluded = of.filter(({ exclusion }) => exclusion !== undefined).length;
      return `${language}: ${of.length} samples, ${of.filter(isRun).length} run here, ${elsewhere} by other tests, ${excluded} not run`;
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(samples.filter(isRun).length).toBeGreaterThan(samples.length / 2);
    expect(samples.length).toBeGreaterThan(60);
  });
});

describe('marks of samples', () => {
  it('are right above a sample, and say why it is not run or which test runs it', () => {
    expect(listPages().flatMap((page) => findMarkFaults(page))).toEqual([]);
  });

  const fence = '```sh\nls\n```\n';

  it.each([
    [`<!-- not run: needs a container engine -->\n${fence}`, 0],
    [`<!-- not run: because -->\n${fence}`, 1],
    [`<!-- not run: -->\n${fence}`, 1],
    [`<!-- not run: needs a container engine -->\n\n${fence}`, 1],
    [`<!-- run by scripts/nothing.spec.ts -->\n${fence}`, 1],
    [`<!-- run by apps/standalone/e2e/docs-samples.e2e.spec.ts -->\n<!-- more -->\n${fence}`, 0],
  ])('are checked: %j', (text, faults) => {
    expect(findMarkFaults('page.md', text)).toHaveLength(faults);
  });
});
