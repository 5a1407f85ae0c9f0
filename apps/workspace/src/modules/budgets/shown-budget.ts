import type { BudgetHolderRecord } from '@multilane/persistence';
import type { HeldBudget } from '@multilane/policy';

/** Holder of a budget; for a key that gateway.yaml declares, also its team. */
export type BudgetHolder = BudgetHolderRecord & { readonly declaredIn?: string };

/** The state of a budget, with the models that it does not count. */
export interface ShownBudget extends HeldBudget<BudgetHolder> {
  /** Models without a price, by their logical names. */
  readonly unpricedModels: readonly string[];
  readonly unpriced: 'allow' | 'refuse';
}
