/**
 * Writes the reference pages that the code itself describes; with --check, compares them instead and exits 1 when one
 * is out of date. Needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Each page, and the function that writes it: a name among the exports of a built package. */
const PAGES = [
  { file: 'docs/configuration.md', library: 'config', generator: 'generateConfigurationDocs' },
  { file: 'docs/errors.md', library: 'errors', generator: 'generateErrorDocs' },
  { file: 'docs/metrics.md', library: 'telemetry', generator: 'generateMetricsDocs' },
];

const check = process.argv.includes('--check');

for (const { file, library, generator } of PAGES) {
  const { [generator]: generate } = await import(`../libs/${library}/dist/index.js`);
  if (typeof generate !== 'function') throw new Error(`@multilane/${library} exports no ${generator}`);
  const path = new URL(`../${file}`, import.meta.url);
  const page = generate();
  if (!check) writeFileSync(path, page);
  else if (readPage(path) !== page) {
    process.stderr.write(`${file} is out of date: run "pnpm docs:generate"\n`);
    process.exitCode = 1;
  }
}

/** @param {URL} path */
function readPage(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
