/** Told once how a call to a provider went: when its answer is whole or has begun, or with the failure. */
export interface AttemptObserver {
  attemptEnded(failure: Error | undefined): void;
}
