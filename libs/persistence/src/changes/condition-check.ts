import type { RowCondition } from '../records/change.js';

/** Compares the rows that one change locks with the condition of its author. */
export class ConditionCheck {
  private isDone = false;

  constructor(private readonly condition: RowCondition | undefined) {}

  /**
   * Throws if the row is the one of the condition and does not meet it. A row is compared when it is locked first: what the change
   * itself writes later is not what its author has seen.
   */
  compare({ id, updatedAt }: { readonly id: string; readonly updatedAt?: Date }): void {
    if (this.isDone || this.condition?.id !== id || updatedAt === undefined) return;
    this.condition.demand(updatedAt);
    this.isDone = true;
  }

  /** Throws if the condition is on a row that does not exist, where the change would make it, or do nothing, unless it allows for that. */
  compareAbsent(id: string): void {
    if (this.isDone || this.condition?.id !== id) return;
    this.condition.demand(undefined);
    this.isDone = true;
  }

  /** Throws if the change did not lock the row of the condition: it must not be ignored. */
  demandDone(): void {
    if (this.condition !== undefined && !this.isDone)
      throw new Error('the change did not lock the row of its condition');
  }
}
