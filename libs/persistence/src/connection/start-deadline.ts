/** Interval at which the time is counted, in milliseconds. */
const COUNT_EVERY_MS = 250;

export interface Deadline {
  /** Rejects when the time is over. */
  readonly passed: Promise<never>;
  clear(): void;
}

/** A time limit that does not count while this process is held up itself: what has arrived meanwhile is read first. */
export function startDeadline(limitMs: number, makeError: () => Error, onLate?: () => void): Deadline {
  let left = Math.ceil(limitMs / COUNT_EVERY_MS);
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      reject(makeError());
      onLate?.();
    }, COUNT_EVERY_MS);
  });
  return { passed, clear: () => clearInterval(timer) };
}
