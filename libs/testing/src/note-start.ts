import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

/** Names a file of the run, which the launcher makes and reads (scripts/launch/count-starts.mjs). */
const VARIABLE = 'MULTILANE_TEST_STARTS';

/**
 * Notes that a test starts a program or makes a database, so that a run can say how many there were.
 *
 * @param what A program by the words that start it, of which the file of the project counts, or else the program.
 */
export function noteStart(...what: readonly string[]): void {
  const file = process.env[VARIABLE];
  if (!file) return;
  const own = what.find((word) => word.startsWith(PROJECT_ROOT) && /\.m?[jt]s$/.test(word));
  appendFileSync(file, `${own === undefined ? what[0]?.split('/').at(-1) : relative(PROJECT_ROOT, own)}\n`);
}
