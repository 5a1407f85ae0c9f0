import type { ChaosWorld } from './chaos-world.js';

/** What became of requests of one kind, beside those that all faults have. */
export interface Finding {
  /** For the table. */
  readonly text: string;
  /** What happened that docs/reliability.md says does not. */
  readonly breaches: readonly string[];
}

/** Callers that one fault has of its own. */
export interface OwnCallers {
  /** Resolves when everything that they asked for has ended, or the time for that is over. */
  stop(): Promise<Finding>;
}

/** What the command line says for callers of their own. */
export interface ChaosOptions {
  /** How many workflows run. */
  readonly runs: number;
  /** How long more runs of workflows begin until a worker was killed at each boundary. */
  readonly minutes: number;
  /** How many cases the evaluation has. */
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
