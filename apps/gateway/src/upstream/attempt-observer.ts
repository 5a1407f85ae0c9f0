/** Told once how a call to a provider went: when its answer is whole or has begun, or with the failure. */
export interface AttemptObserver {
  /** `durationMs` counts from when the call began, waiting for its credential included. */
  attemptEnded(failure: Error | undefined, durationMs: number): void;
}
