import type { AccountPeriod, BudgetAccountRecord, BudgetHolderRecord } from '@multilane/persistence';
import { credentialAccount, declaredKeyAccount, declaredTeamAccount, periodAt, teamAccount } from '@multilane/policy';

/** Who has a budget; of a key that gateway.yaml declares, also the team that it stands under. */
export type BudgetHolder = BudgetHolderRecord & { readonly declaredIn?: string };

/** A budget in the period that runs. */
export interface BudgetState extends ReturnType<typeof periodAt> {
  readonly holder: BudgetHolder;
  readonly spent: number;
  readonly reserved: number;
}

/**
 * How budgets stand.
 *
 * @param organization The organization's name, by which what gateway.yaml declares is known
 * @param now Milliseconds since the epoch
 * @param listSpending What is written down of accounts
 */
export async function readBudgets(
  holders: readonly BudgetHolder[],
  organization: string,
  now: number,
  listSpending: (accounts: readonly AccountPeriod[]) => Promise<readonly BudgetAccountRecord[]>,
): Promise<BudgetState[]> {
  const asked = holders.map((holder) => accountsOf(holder, organization, now));
  const records = new Map((await listSpending(asked.flat())).map((record) => [record.account, record]));
  return holders.map((holder, index) => {
    const found = (asked[index] ?? []).flatMap(({ account }) => records.get(account) ?? []);
    return {
      holder,
      ...periodAt(holder.period, now),
      spent: total(found.map(({ spent }) => spent)),
      reserved: total(found.map(({ leased }) => leased)),
    };
  });
}

/** Where a budget is counted. A team may have come from gateway.yaml, where it is counted under its name. */
function accountsOf(holder: BudgetHolder, organization: string, now: number): AccountPeriod[] {
  const { id, scope, name, period, declaredIn } = holder;
  const { startsAt } = periodAt(period, now);
  const accounts =
    scope === 'team'
      ? [teamAccount(id), declaredTeamAccount(organization, name)]
      : [
          declaredIn === undefined
            ? credentialAccount(id, period)
            : declaredKeyAccount(organization, declaredIn, name, period),
        ];
  return accounts.map((account) => ({ account, period_start: new Date(startsAt).toISOString() }));
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
