import type { Sql, StepOutcome } from '@multilane/persistence';

/** What became of an attempt, and what else belongs into the transaction that stores it. */
export interface Performed {
  readonly outcome: StepOutcome;
  readonly within?: (sql: Sql) => Promise<unknown>;
}
