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

/**
 * Says whether a place in a test, such as a check of a page, is due: each is in one of six parts. A test that has a part itself runs seldom
 * enough: all of its places are due whenever it runs, for otherwise most would be in no part.
 *
 * @param {number} place its number
 * @param {readonly string[]} tags of the test
 * @param {string | undefined} part
 */
export function isPlaceDue(place, tags, part) {
  const number = readPart(part);
  return number === undefined || tags.some((tag) => tag.startsWith('@part-')) || place % PARTS === number;
}

/**
 * The part of a commit: by its number, so that six commits in a row run all parts. A shallow clone has the same number of commits each
 * time, so there it is by the name of the commit.
 *
 * @param {{ count: string, isShallow: boolean, name: string }} commit `count`: commits up to it; `name`: its hash
 * @returns {number | undefined} undefined where there is no commit, as in an archive
 */
export function partOfCommit({ count, isShallow, name }) {
  const number = isShallow ? Number.parseInt(name.slice(0, 8), 16) : Number.parseInt(count, 10);
  return Number.isNaN(number) ? undefined : number % PARTS;
}
