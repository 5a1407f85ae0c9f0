import { statSync } from 'node:fs';
import { EXHAUSTIVE_TESTS } from '../exhaustive-tests.mjs';

/** A test takes about a millisecond for each byte of its text, where nothing better is known. */
const MS_OF_A_BYTE = 1;

/**
 * The files of tests, the longest first, so that none that takes minutes runs at the end by itself. The times are those of an earlier run,
 * which a fresh clone does not have, or of the list of exhaustive tests.
 *
 * @template {{ path: string, duration?: number }} Test
 * @param {readonly Test[]} tests
 * @returns {Test[]}
 */
export function longestFirst(tests) {
  const timed = tests.map((test) => ({ test, ms: test.duration ?? estimate(test.path) }));
  return timed.sort((one, other) => other.ms - one.ms).map(({ test }) => test);
}

/** @param {string} path */
function estimate(path) {
  const listed = EXHAUSTIVE_TESTS.find(([file]) => path.endsWith(`/${file}`));
  return listed === undefined ? statSync(path).size * MS_OF_A_BYTE : listed[1] * 1_000;
}
