import { credentialAccount, declaredKeyAccount, declaredTeamAccount, teamAccount } from './account-names.js';
import { type PeriodBounds, periodAt, type ResetPeriod } from './budget-period.js';

/** Holder of a budget: a key or a team. */
export interface AccountHolder {
  /** Its id in the database; nobody reads that of a key in gateway.yaml. */
  readonly id: string;
  readonly scope: 'api_key' | 'team';
  readonly name: string;
  readonly period: ResetPeriod;
  /** `config`: gateway.yaml declares it. */
  readonly source: 'config' | 'database';
  /** The team of a key that gateway.yaml declares. */
  readonly declaredIn?: string;
}

/** An account in one of its periods, as the database takes it. */
export interface HolderAccount {
  readonly account: string;
  /** Start of the period, RFC 3339 in UTC. */
  readonly period_start: string;
}

/** Reads the spending of accounts. */
type ListSpending = (
  accounts: readonly HolderAccount[],
) => Promise<readonly { readonly account: string; readonly spent: number; readonly leased: number }[]>;

/** A budget in the period that runs. */
export interface HeldBudget<Holder extends AccountHolder> extends PeriodBounds {
  readonly holder: Holder;
  readonly spent: number;
  readonly reserved: number;
}

/**
 * Reads the state of budgets, in one query.
 *
 * @param organization The organization's name, by which what gateway.yaml declares is known
 * @param now Milliseconds since the epoch
 */
export async function readBudgets<Holder extends AccountHolder>(
  holders: readonly Holder[],
  organization: string,
  now: number,
  listSpending: ListSpending,
): Promise<HeldBudget<Holder>[]> {
  const asked = holders.map((holder) => accountOf(holder, organization, now));
  const records = new Map((await listSpending(asked)).map((record) => [record.account, record]));
  return holders.map((holder, index) => {
    const { spent = 0, leased: reserved = 0 } = records.get(asked[index]?.account ?? '') ?? {};
    return { holder, ...periodAt(holder.period, now), spent, reserved };
  });
}

/** Account in which a budget is counted: for gateway.yaml, the declared names. */
export function accountOf(holder: AccountHolder, organization: string, now: number): HolderAccount {
  const { startsAt } = periodAt(holder.period, now);
  return { account: nameAccount(holder, organization), period_start: new Date(startsAt).toISOString() };
}

function nameAccount({ id, scope, name, period, source, declaredIn }: AccountHolder, organization: string): string {
  if (scope === 'team') return source === 'config' ? declaredTeamAccount(organization, name) : teamAccount(id);
  return declaredIn === undefined
    ? credentialAccount(id, period)
    : declaredKeyAccount(organization, declaredIn, name, period);
}
