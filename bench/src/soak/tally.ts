import type { SeenRequest } from '../chaos/drive-callers.js';

/** Outcomes of the requests of one stretch of time. */
export interface Stretch {
  readonly requests: number;
  /** Milliseconds of the small whole answers. */
  readonly durations: readonly number[];
}

/** Facts of a request that has ended. */
export interface EndedRequest {
  readonly kind: string;
  readonly expected: string;
  readonly request: SeenRequest;
  /** True if the audit log must have it: not without a caller who is known. */
  readonly isRecorded: boolean;
  readonly isTimed: boolean;
}

/** Counts requests, and everything that should not have happened. */
export class Tally {
  readonly #recorded: SeenRequest[] = [];
  readonly #outcomes: Record<string, number> = {};
  readonly #unexpected: Record<string, number> = {};
  #requests = 0;
  #durations: number[] = [];

  /** Requests that the audit log must have. */
  get recorded(): readonly SeenRequest[] {
    return this.#recorded;
  }

  /** Number of each outcome in all. */
  get outcomes(): Readonly<Record<string, number>> {
    return this.#outcomes;
  }

  /** Unexpected outcomes, and the number of each. */
  get unexpected(): Readonly<Record<string, number>> {
    return this.#unexpected;
  }

  add({ expected, isRecorded, isTimed, kind, request }: EndedRequest): void {
    this.#requests += 1;
    increase(this.#outcomes, request.outcome);
    if (isRecorded) this.#recorded.push(request);
    if (isTimed) this.#durations.push(request.durationMs);
    if (request.outcome !== expected) this.note(`${kind}: ${request.outcome} in place of ${expected}`);
  }

  note(problem: string): void {
    increase(this.#unexpected, problem);
  }

  /** Returns the outcomes since the last call. */
  takeStretch(): Stretch {
    const stretch = { requests: this.#requests, durations: this.#durations };
    this.#requests = 0;
    this.#durations = [];
    return stretch;
  }
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
