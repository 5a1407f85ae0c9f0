import type { Credential } from './credentials/credential-source.js';

/** Told once how a call to a provider went: when its answer is whole or has begun, or with the failure. */
export interface AttemptObserver {
  /**
   * `durationMs` counts from when the call began, waiting for its credential included. `credential` is the one that it was
   * sent with, where that was at hand when it began.
   */
  attemptEnded(failure: Error | undefined, durationMs: number, credential: Credential): void;
}
