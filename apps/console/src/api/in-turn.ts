/** Runs tasks, at most so many at a time; the others wait in the order in which they came. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Makes turns of their own for tasks that would take a service's time from others, if all ran at once. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < most) running += 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The turn passes on: nobody who comes meanwhile can take it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
