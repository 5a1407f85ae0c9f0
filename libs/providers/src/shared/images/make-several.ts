/** Calls that run at the same time at most, for one request. */
const AT_ONCE = 3;

/**
 * Makes several calls for providers that make too few images in one, a few at a time. Rejects with the first failure, and then
 * begins no further call.
 */
export async function makeSeveral<Result>(count: number, make: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let hasFailed = false;
  const work = async (): Promise<void> => {
    while (next < count && !hasFailed) {
      const index = next;
      next += 1;
      try {
        results[index] = await make(index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
  return results;
}
