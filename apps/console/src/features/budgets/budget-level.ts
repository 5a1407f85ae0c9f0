interface SpentOf {
  readonly spent: number;
  readonly limit: number;
}

export type BudgetLevel = 'within' | 'near' | 'spent';

const NEAR = 0.8;

/** Spent part of a budget, from 0 to 1. */
export function partSpent({ spent, limit }: SpentOf): number {
  return limit <= 0 ? 1 : Math.min(1, Math.max(0, spent / limit));
}

export function levelOf(budget: SpentOf): BudgetLevel {
  const part = partSpent(budget);
  if (part >= 1) return 'spent';
  return part >= NEAR ? 'near' : 'within';
}
