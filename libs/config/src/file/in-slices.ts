/** Long work that can pause: each `yield` is a place where others may have a turn. It returns its result. */
export type Steps<Result> = Generator<void, Result, void>;

/** Milliseconds that requests wait for one slice at most; a step that takes longer is its own slice. */
const SLICE_MS = 4;

/** Runs the work to its end. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the work in short slices, and whatever else waits in between. */
export async function inSlices<Result>(steps: Steps<Result>, sliceMs = SLICE_MS): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await new Promise((resume) => setImmediate(resume));
  }
}
