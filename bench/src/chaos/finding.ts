import type { ChaosWorld } from './chaos-world.js';

/** Finding about requests of one kind, beside those that all faults have. */
export interface Finding {
  /** For the table. */
  readonly text: string;
  /** Events that docs/reliability.md rules out. */
  readonly breaches: readonly string[];
}

/** Callers that one fault has of its own. */
export interface OwnCallers {
  /** Resolves when everything that they asked for has ended, or the time for that is over. */
  stop(): Promise<Finding>;
}

/** Options of the command line for callers of their own. */
export interface ChaosOptions {
  /** Number of workflow runs. */
  readonly runs: number;
  /** Time in which further workflow runs begin until a worker was killed at each boundary. */
  readonly minutes: number;
  /** Number of cases of the evaluation. */
  readonly cases: number;
}

export type StartOwnCallers = (world: ChaosWorld, options: ChaosOptions) => OwnCallers | Promise<OwnCallers>;

/** The counts above zero, as a list. */
export function listCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ');
}
