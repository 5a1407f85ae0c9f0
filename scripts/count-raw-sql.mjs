/**
 * Counts the SQL of the services by how it is checked, and prints the counts:
 * - declared statements, each of which a test prepares against the migrated schema on both databases;
 * - statements that are put together at each call, whose rows are checked when they are read;
 * - calls that run SQL past both, whose rows nobody checks. There are none: such calls are printed, and it exits 1.
 * Usage: node scripts/count-raw-sql.mjs [folder], which must be a git repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.mjs';

const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*\.ts$/;
/** Tests; migrations, which never change; and the files that run what others give them. */
const SKIPPED =
  /\.spec\.ts$|^libs\/(testing|sql)\/|\/migrations\/|^libs\/persistence\/src\/(connection|statements|version-channel)\/|^libs\/persistence\/src\/database\.ts$/;

const DECLARED = /\b(?:statement|command)(?:<[^(`]+)?\((?:\{|`|'|"|\n|[A-Z]\w+\.)/g;
const PUT_TOGETHER = /\b(?:readRows|runSql|putTogether)(?:<|\()/g;
const UNCHECKED = /\b(?:manager|client|sql|database|runner)\.(?:query|executeSql)(?:<|\()/g;

const root = process.argv[2] ?? '.';
const sources = listFiles(root)
  .filter((file) => SOURCE.test(file) && !SKIPPED.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const found = (/** @type {RegExp} */ pattern, among = sources) =>
  among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  );

const declaring = sources.filter(({ text }) => /\/statements\/statement\.js'|'@multilane\/sql'/.test(text));
const unchecked = found(UNCHECKED);
process.stdout.write(
  `SQL: ${found(DECLARED, declaring).length} declared statements, ${found(PUT_TOGETHER, declaring).length} put together, ${unchecked.length} unchecked calls\n`,
);
for (const call of unchecked) process.stdout.write(`  ${call}\n`);
if (unchecked.length > 0) process.exitCode = 1;
