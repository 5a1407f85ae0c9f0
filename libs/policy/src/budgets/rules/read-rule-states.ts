import { type BudgetRule, partAccount, partOfAccount } from './budget-rule.js';

/** Accounts of budgets, as the database has them. */
export interface RuleAccountsSource {
  /** Lists the accounts of each rule since its `from`, those with the most spending; `place` is that of the request. */
  listRuleAccounts(
    requests: readonly { readonly account: string; readonly from: string; readonly period_start: string }[],
    most: number,
  ): Promise<readonly { readonly account: string; readonly place: number; readonly spent: number }[]>;
  listSpending(
    accounts: readonly { readonly account: string; readonly period_start: string }[],
  ): Promise<readonly { readonly account: string; readonly spent: number }[]>;
}

/** Sums of accounts, as the database has them. */
export interface PartsSource extends Pick<RuleAccountsSource, 'listSpending'> {
  sumSpending(accounts: readonly string[], from: string, until: string): Promise<ReadonlyMap<string, number>>;
}

/** An account of a budget rule in its window that runs. */
export interface RuleState {
  readonly rule: BudgetRule;
  /** Name of the account in the database. */
  readonly account: string;
  /** The one that is counted, of a rule that counts each apart. */
  readonly part: string | undefined;
  /** With a temporary raise and what was carried over, if any. */
  readonly limit: number;
  readonly spent: number;
  /** Milliseconds since the epoch; of a rolling window the moment from which on spending counts. */
  readonly startsAt: number;
  /** Milliseconds since the epoch; infinity for a budget that is never reset, and for a rolling window. */
  readonly endsAt: number;
}

/** Accounts of one rule that are read: those with the most spending. */
export const MOST_OF_A_RULE = 100;

/**
 * Reads the accounts of rules, those of a rule by what is spent. A rule without any spending has none. Costs two queries, whatever the number of
 * rules.
 *
 * @param now Milliseconds since the epoch
 */
export async function readRuleStates(
  rules: readonly BudgetRule[],
  now: number,
  source: RuleAccountsSource,
): Promise<readonly RuleState[]> {
  const requests = rules.map(({ account, settings: { window } }) => {
    const { startsAt } = window.boundsAt(now);
    return { account, from: toText(startsAt - window.earlierMs), period_start: toText(startsAt) };
  });
  const accounts = await source.listRuleAccounts(requests, MOST_OF_A_RULE);
  const found = accounts.flatMap(({ account, place, spent }) => {
    const rule = rules[place];
    return rule === undefined ? [] : [{ rule, account, spent }];
  });
  const carried = await readCarried(found, now, source);
  return found.map((each) => describeRuleState(each, now, carried.get(each.account)));
}

/** Reads the accounts of some parts of a rule that counts each apart. Those that were never charged are left out. */
export async function readPartStates(
  rule: BudgetRule,
  parts: readonly string[],
  now: number,
  source: PartsSource,
): Promise<readonly RuleState[]> {
  const { window } = rule.settings;
  const { startsAt } = window.boundsAt(now);
  const accounts = parts.map((part) => partAccount(rule.account, part));
  const sums = await source.sumSpending(accounts, toText(startsAt - window.earlierMs), toText(startsAt));
  return describeRuleStates(
    rule,
    [...sums].map(([account, spent]) => ({ account, spent })),
    now,
    source,
  );
}

/** Describes accounts of a rule, with what each carries over. */
export async function describeRuleStates(
  rule: BudgetRule,
  accounts: readonly { readonly account: string; readonly spent: number }[],
  now: number,
  source: Pick<RuleAccountsSource, 'listSpending'>,
): Promise<readonly RuleState[]> {
  const found = accounts.map((each) => ({ ...each, rule }));
  const carried = await readCarried(found, now, source);
  return found.map((each) => describeRuleState(each, now, carried.get(each.account)));
}

/** Starts of the periods that count in the window of a rule that runs, RFC 3339 in UTC: the latest first. */
export function periodsOf({ settings: { window } }: BudgetRule, now: number): readonly string[] {
  const { endsAt, startsAt } = window.boundsAt(now);
  if (window.earlierMs === 0) return [toText(startsAt)];
  const periods: string[] = [];
  for (let at = startsAt; at >= startsAt - window.earlierMs; at -= endsAt - startsAt) periods.push(toText(at));
  return periods;
}

/** @param carried Rest of the window before. Default: none */
export function describeRuleState(
  { account, rule, spent }: { readonly account: string; readonly rule: BudgetRule; readonly spent: number },
  now: number,
  carried = 0,
): RuleState {
  const { window } = rule.settings;
  const { endsAt, startsAt } = window.boundsAt(now);
  return {
    rule,
    account,
    part: partOfAccount(account, rule.account),
    limit: rule.limitAt(now) + carried,
    spent,
    startsAt: startsAt - window.earlierMs,
    endsAt: window.earlierMs > 0 ? Number.POSITIVE_INFINITY : endsAt,
  };
}

/** Rests of the windows before, by account, of the rules that carry them over. */
async function readCarried(
  accounts: readonly { readonly account: string; readonly rule: BudgetRule }[],
  now: number,
  source: Pick<RuleAccountsSource, 'listSpending'>,
): Promise<ReadonlyMap<string, number>> {
  const asked = accounts.flatMap(({ account, rule: { settings } }) => {
    const before = settings.carriesOver ? settings.window.boundsBefore(now) : undefined;
    return before ? [{ account, period_start: toText(before.startsAt), amount: settings.amount }] : [];
  });
  const amounts = new Map(asked.map(({ account, amount }) => [account, amount]));
  if (asked.length === 0) return new Map();
  const records = await source.listSpending(asked);
  return new Map(records.map(({ account, spent }) => [account, Math.max(0, (amounts.get(account) ?? 0) - spent)]));
}

const toText = (moment: number): string => new Date(moment).toISOString();
