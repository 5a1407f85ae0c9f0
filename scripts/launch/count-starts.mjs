import { existsSync, readFileSync } from 'node:fs';

/** Variable that names the file in which tests note what they start (libs/testing/src/note-start.ts). */
export const STARTS_VARIABLE = 'MULTILANE_TEST_STARTS';

/**
 * Starts of a run of the whole suite: programs and databases. More than these fail it, for each takes up to a second of processor time. Runs of
 * 29 and 30 November 2026 had 564 and 474; other sixths of the exhaustive tests start more.
 */
const MOST_STARTS = 600;

/** Kinds that are named by themselves. */
const MOST_KINDS = 8;

/**
 * The most starts of a run; undefined if it has no bound. All exhaustive tests, and every test on both databases, start more.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {boolean} whole the whole suite was asked for
 */
export function boundOfStarts({ TEST_EXHAUSTIVE, TEST_DATABASES }, whole) {
  return whole && TEST_EXHAUSTIVE !== 'all' && TEST_DATABASES !== 'all' ? MOST_STARTS : undefined;
}

/**
 * @param {string} file with a line for each start; missing if there was none
 * @returns {{ count: number, words: string }}
 */
export function countStarts(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const line of lines) kinds.set(line, (kinds.get(line) ?? 0) + 1);
  const sorted = [...kinds].sort(([, one], [, other]) => other - one);
  const named = sorted.slice(0, MOST_KINDS).map(([kind, count]) => `${count} of ${kind}`);
  const others = sorted.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
  const words = [...named, ...(others > 0 ? [`${others} others`] : [])].join(', ');
  return { count: lines.length, words };
}
