/**
 * Runs small steps one after the other until one has found fewer rows than it takes at most, so that no transaction is long. Resolves to the
 * number of rows of all.
 *
 * @param size Rows of a step at most
 * @param isStopped Asked before each step
 * @param step Resolves to its rows
 */
export async function inBatches(size: number, isStopped: () => boolean, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let last = size; last === size && !isStopped(); total += last) last = await step();
  return total;
}
