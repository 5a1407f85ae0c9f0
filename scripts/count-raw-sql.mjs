/**
 * Counts the SQL of the services by how it is checked, and prints the counts:
 * - declared statements, each of which a test prepares against the migrated schema on both databases;
 * - statements that are put together at each call, whose rows are checked when they are read;
 * - calls that run SQL past both, whose rows nobody checks. Each package has a limit of them, which may only get smaller.
 * Prints the calls of a package that is above its limit and exits 1; so does a limit that could be smaller.
 * Usage: node scripts/count-raw-sql.mjs [folder], which must be a git repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.mjs';

/** Most unchecked calls by package: those with names of tables, indexes and channels in them, and those of tables of their own. */
const LIMITS = {
  'libs/persistence': 6,
  'libs/jobs': 19,
  'libs/knowledge': 26,
  'apps/workspace': 5,
  'apps/cli': 1,
};

const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*\.ts$/;
/** Tests; migrations, which never change; and the files that run what others give them. */
const SKIPPED =
  /\.spec\.ts$|^libs\/testing\/|\/migrations\/|^libs\/persistence\/src\/(connection|statements|version-channel)\/|^libs\/persistence\/src\/database\.ts$/;

const DECLARED = /\b(?:statement|command)(?:<[^(`]+)?\((?:\{|`|'|"|\n|[A-Z]\w+\.)/g;
const PUT_TOGETHER = /\breadRows(?:<|\()|\bnew Statement\b/g;
const UNCHECKED = /\b(?:manager|client|sql|database|runner)\.(?:query|executeSql)(?:<|\()/g;

const root = process.argv[2] ?? '.';
const sources = listFiles(root)
  .filter((file) => SOURCE.test(file) && !SKIPPED.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const found = (/** @type {RegExp} */ pattern, among = sources) =>
  among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  );

const declaring = sources.filter(({ text }) => text.includes("/statements/statement.js'"));
const unchecked = found(UNCHECKED);
process.stdout.write(
  `SQL: ${found(DECLARED, declaring).length} declared statements, ${found(PUT_TOGETHER, declaring).length} put together, ${unchecked.length} unchecked calls\n`,
);
const packages = new Set([...Object.keys(LIMITS), ...unchecked.map(packageOf)]);
for (const name of packages) {
  const calls = unchecked.filter((place) => packageOf(place) === name);
  const limit = Object.entries(LIMITS).find(([limited]) => limited === name)?.[1] ?? 0;
  if (calls.length === limit) continue;
  process.exitCode = 1;
  if (calls.length > limit) process.stdout.write(`${name}: ${calls.length} unchecked calls, ${limit} are allowed\n`);
  else process.stdout.write(`${name}: ${calls.length} unchecked calls: lower its limit of ${limit}\n`);
  if (calls.length > limit) for (const call of calls) process.stdout.write(`  ${call}\n`);
}

/** @param {string} place */
function packageOf(place) {
  return place.split('/').slice(0, 2).join('/');
}
