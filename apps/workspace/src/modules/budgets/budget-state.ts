import type { AccountPeriod, BudgetAccountRecord, BudgetHolderRecord } from '@multilane/persistence';
import { credentialAccount, declaredKeyAccount, declaredTeamAccount, periodAt, teamAccount } from '@multilane/policy';

/** Holder of a budget; for a key that gateway.yaml declares, also its team. */
export type BudgetHolder = BudgetHolderRecord & { readonly declaredIn?: string };

/** A budget in the period that runs. */
export interface BudgetState extends ReturnType<typeof periodAt> {
  readonly holder: BudgetHolder;
  readonly spent: number;
  readonly reserved: number;
}

/** The same with the models that it does not count. */
export interface ShownBudget extends BudgetState {
  /** Models without a price, by their logical names. */
  readonly unpricedModels: readonly string[];
  readonly unpriced: 'allow' | 'refuse';
}

/**
 * The state of budgets.
 *
 * @param organization The organization's name, by which what gateway.yaml declares is known
 * @param now Milliseconds since the epoch
 * @param listSpending What is recorded of accounts
 */
export async function readBudgets(
  holders: readonly BudgetHolder[],
  organization: string,
  now: number,
  listSpending: (accounts: readonly AccountPeriod[]) => Promise<readonly BudgetAccountRecord[]>,
): Promise<BudgetState[]> {
  const asked = holders.map((holder) => accountOf(holder, organization, now));
  const records = new Map((await listSpending(asked)).map((record) => [record.account, record]));
  return holders.map((holder, index) => {
    const { spent = 0, leased: reserved = 0 } = records.get(asked[index]?.account ?? '') ?? {};
    return { holder, ...periodAt(holder.period, now), spent, reserved };
  });
}

/** Account in which a budget is counted: for gateway.yaml, the declared names. */
export function accountOf(holder: BudgetHolder, organization: string, now: number): AccountPeriod {
  const { startsAt } = periodAt(holder.period, now);
  return { account: nameAccount(holder, organization), period_start: new Date(startsAt).toISOString() };
}

function nameAccount({ id, scope, name, period, source, declaredIn }: BudgetHolder, organization: string): string {
  if (scope === 'team') return source === 'config' ? declaredTeamAccount(organization, name) : teamAccount(id);
  return declaredIn === undefined
    ? credentialAccount(id, period)
    : declaredKeyAccount(organization, declaredIn, name, period);
}
