import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeTimes, judgeTests } from './judge-tests.mjs';
import { describeEnvironment } from './prepare-project.mjs';
import { runInForeground } from './processes.mjs';

/**
 * Runs jest, then prints the closing line alone on standard output.
 *
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {readonly string[]} args for jest
 * @param {(text: string) => void} say
 * @returns {Promise<import('./processes.mjs').Ending>}
 */
export async function runTests(root, toolchain, args, say) {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-tests-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const ending = await runInForeground(toolchain.node, [...JEST, ...args, ...REPORTERS], {
      cwd: root,
      env: { ...describeEnvironment(toolchain), MULTILANE_TEST_COUNTS: countsFile },
    });
    const counts = existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : {};
    const { line, problems } = judgeTests(counts, { strict: isCi(process.env.CI), whole: args.length === 0 });
    for (const time of describeTimes(counts)) say(time);
    for (const problem of problems) say(`Not a success: ${problem}`);
    process.stdout.write(`${line}\n`);
    return ending.code === 0 && problems.length > 0 ? { code: 1, signal: null } : ending;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const JEST = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Last, because jest takes what follows this option for more reporters. */
const REPORTERS = ['--reporters=default', '--reporters=<rootDir>/scripts/jest-summary-reporter.cjs'];

/** @param {string | undefined} value of the variable that CI systems set */
function isCi(value) {
  return value !== undefined && !['', '0', 'false'].includes(value);
}
