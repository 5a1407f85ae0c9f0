import type { Sql, StepOutcome } from '@multilane/persistence';

/** Outcome of an attempt, and the work that belongs into the transaction that stores it. */
export interface Performed {
  readonly outcome: StepOutcome;
  readonly within?: (sql: Sql) => Promise<unknown>;
}
