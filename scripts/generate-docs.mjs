/**
 * Writes the reference pages that the code itself describes, and the index of decisions; with --check, compares them instead and exits 1 when one
 * is out of date. Needs a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { EXPECTED_LEDGER, loadLedger } from './load-ledger.mjs';
import { generateDecisionIndex } from './read-decisions.mjs';
import { importNamesGenerator, importTypesGenerator } from './write-api-types.mjs';

/** Each page, and what writes it. */
const PAGES = [
  { file: 'docs/configuration.md', generate: await importGenerator('config', 'generateConfigurationDocs') },
  { file: 'docs/decisions/README.md', generate: generateDecisionIndex },
  { file: 'docs/export-record.proto', generate: await importGenerator('contracts', 'generateExportSchema') },
  { file: 'docs/errors.md', generate: await importGenerator('errors', 'generateErrorDocs') },
  { file: 'docs/metrics.md', generate: await importGenerator('telemetry', 'generateMetricsDocs') },
  { file: 'docs/providers.md', generate: await importGenerator('providers', 'generateProviderDocs') },
  { file: 'docs/roles.md', generate: await importGenerator('auth', 'generateRolesDocs') },
  { file: 'docs/translation.md', generate: await importTranslationGenerator() },
  { file: 'apps/console/src/api/endpoint-names.ts', generate: await importNamesGenerator() },
  { file: 'apps/console/src/api/schema.d.ts', generate: await importTypesGenerator() },
];

const check = process.argv.includes('--check');

for (const { file, generate } of PAGES) {
  const path = new URL(`../${file}`, import.meta.url);
  const page = generate();
  if (!check) writeFileSync(path, page);
  else if (readPage(path) !== page) {
    process.stderr.write(`${file} is out of date: run "pnpm docs:generate"\n`);
    process.exitCode = 1;
  }
}

/**
 * A function among the exports of a built package.
 * @param {string} library
 * @param {string} generator
 * @returns {Promise<() => string>}
 */
async function importGenerator(library, generator) {
  const { [generator]: generate } = await import(`../libs/${library}/dist/index.js`);
  if (typeof generate !== 'function') throw new Error(`@multilane/${library} exports no ${generator}`);
  return generate;
}

/** @returns {Promise<() => string>} */
async function importTranslationGenerator() {
  const { generateTranslationDocs } = await loadLedger();
  return () => generateTranslationDocs(EXPECTED_LEDGER);
}

/** @param {URL} path */
function readPage(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
