/**
 * Counts the pairs of places that share over 12 lines of code, to the letter, tests and migrations apart. Prints the number, and each pair
 * with `--list`; exits 1 if there are more than the limit below.
 * Usage: node scripts/check-duplicates.mjs [--list] [folder [pairs]]: another folder, and another limit.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MOST_LINES = 12;

/** Pairs that may be there. */
const LEFT = 0;

/** Tests; types that are generated; and migrations, which never change. */
const SKIPPED = [
  '**/*.spec.ts',
  '**/*.spec.tsx',
  '**/e2e/**',
  '**/*.d.ts',
  '**/migrations/**',
  '**/src/api/endpoint-names.ts',
];

/** Milliseconds that the count may take. It takes two seconds. */
const DEADLINE = 60_000;

const isListed = process.argv.includes('--list');
const [root = '.', most = LEFT] = process.argv.slice(2).filter((argument) => argument !== '--list');
const pairs = findPairs(root);
process.stdout.write(`pairs of places that share over ${MOST_LINES} lines: ${pairs.length} of ${most}\n`);
const isOver = pairs.length > Number(most);
if (isOver) process.exitCode = 1;
if (isOver || isListed) for (const pair of pairs.toSorted()) process.stdout.write(`  ${pair}\n`);

/**
 * Lists the pairs below a folder. Comments and imports do not count as shared.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function findPairs(folder) {
  const output = mkdtempSync(join(tmpdir(), 'multilane-duplicates-'));
  try {
    const program = join(dirname(createRequire(import.meta.url).resolve('jscpd/package.json')), 'run-jscpd.js');
    const args = ['--min-lines', `${MOST_LINES + 1}`, '--min-tokens', '50', '--skip-comments', '--silent', '--no-tips'];
    const choice = ['--format', 'typescript,tsx,javascript', '--ignore', SKIPPED.join(',')];
    const imports = ['--ignore-pattern', String.raw`import\s[^;]*;`];
    const report = ['--reporters', 'json', '--output', output];
    const { status, stderr } = spawnSync(process.execPath, [program, '.', ...args, ...choice, ...imports, ...report], {
      cwd: folder,
      encoding: 'utf8',
      timeout: DEADLINE,
    });
    if (status !== 0) throw new Error(`jscpd failed: ${stderr}`);
    /** @type {{ duplicates: { lines: number, firstFile: Place, secondFile: Place }[] }} */
    const { duplicates } = JSON.parse(readFileSync(join(output, 'jscpd-report.json'), 'utf8'));
    return duplicates.map(
      ({ lines, firstFile, secondFile }) => `${lines} lines: ${describe(firstFile)} and ${describe(secondFile)}`,
    );
  } finally {
    rmSync(output, { recursive: true });
  }
}

/**
 * @typedef {{ name: string, start: number }} Place
 * @param {Place} place
 */
function describe({ name, start }) {
  return `${name}:${start}`;
}
