/** The number of parts of the exhaustive tests: `npm test` runs one of them each time (scripts/launch/run-tests.mjs). */
export const PARTS = 6;

/**
 * The number of the part that runs; undefined where all run.
 *
 * @param {string | undefined} part as `TEST_EXHAUSTIVE` has it: a number from 0 to 5, `all`, or nothing
 * @returns {number | undefined}
 */
export function readPart(part) {
  if (part === undefined || part === '' || part === 'all') return undefined;
  const number = Number(part);
  if (!Number.isInteger(number) || number < 0 || number >= PARTS) {
    throw new Error(`TEST_EXHAUSTIVE must be all, or a number from 0 to ${PARTS - 1}: it is ${part}`);
  }
  return number;
}

/**
 * The items of one part, where none runs each time.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {string | undefined} part
 * @returns {T[]}
 */
export function choosePart(items, part) {
  const number = readPart(part);
  return items.filter((_, index) => number === undefined || index % PARTS === number);
}
