import type {
  AlertWalk,
  AlertWalkKey,
  CrossedAccount,
  CrossedGroup,
  CrossedGroups,
  WalkPlace,
} from '@multilane/persistence';
import { type BudgetRule, describeRuleStates, periodsOf, type RuleState } from '@multilane/policy';
import type { ConditionContext } from './condition-context.js';

/** Accounts that one page has. */
const PAGE = 2_000;

/** Accounts that one evaluation of a rule looks at, of all budget rules. The next one goes on behind them. */
const MOST_LOOKED_AT = 20_000;

/** Accounts that a message names, of each group. */
const MOST_NAMED = 5;

const DAY_MS = 86_400_000;

/** A budget rule with more accounts than alert by themselves. */
export interface CrowdedBudget {
  readonly rule: BudgetRule;
  /** Accounts that alert by themselves. */
  readonly alone: ReadonlySet<string>;
}

/** The window of a budget rule that runs: of one that rolls a day of UTC, on which each account is told of once. */
export function walkKeyOf({ account, settings: { window } }: BudgetRule, now: number): AlertWalkKey {
  const { endsAt, startsAt } = window.boundsAt(now);
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  if (window.earlierMs > 0) return { budget: account, windowStart: new Date(day), endsAt: new Date(day + DAY_MS) };
  return {
    budget: account,
    windowStart: new Date(startsAt),
    endsAt: Number.isFinite(endsAt) ? new Date(endsAt) : null,
  };
}

/**
 * Goes on looking for accounts of budget rules that crossed a threshold, where the last evaluation ended, those that spent most first.
 * Returns the walks of the rule of alerts: those of the windows that run, and of windows before with something to tell.
 *
 * @param thresholds Percent, in ascending order
 */
export async function walkBudgets(
  context: ConditionContext,
  crowded: readonly CrowdedBudget[],
  thresholds: readonly number[],
): Promise<readonly AlertWalk[]> {
  const walks = await context.database.alertWalks.listWalks(context.rule.id);
  const pages = Math.max(1, Math.floor(MOST_LOOKED_AT / PAGE / Math.max(1, crowded.length)));
  const current: AlertWalk[] = [];
  for (const budget of crowded) current.push(await walkOn(context, budget, { thresholds, pages, walks }));
  const isCurrent = (walk: AlertWalk): boolean => current.some((other) => isSame(walk, other));
  const before = walks.filter((walk) => !isCurrent(walk) && Object.keys(walk.untold).length > 0);
  return [...current, ...before];
}

const isSame = (one: AlertWalkKey, other: AlertWalkKey): boolean =>
  one.budget === other.budget && one.windowStart.getTime() === other.windowStart.getTime();

interface WalkOptions {
  readonly thresholds: readonly number[];
  readonly pages: number;
  readonly walks: readonly AlertWalk[];
}

async function walkOn(
  context: ConditionContext,
  { alone, rule }: CrowdedBudget,
  { pages, thresholds, walks }: WalkOptions,
): Promise<AlertWalk> {
  const { database, now } = context;
  const key = walkKeyOf(rule, now);
  const limit = rule.limitAt(now);
  const known = walks.find((each) => isSame(each, key));
  const isChanged = known !== undefined && known.limit !== limit;
  // What was found by another amount is told of first: each account is news once.
  if (isChanged && Object.keys(known.untold).length > 0) return known;
  let walk: AlertWalk = known === undefined || isChanged ? { ...key, ...UNTOUCHED, limit } : known;
  const periods = periodsOf(rule, now);
  // Spread over the periods of a window that rolls, as much is spent in one of them at least.
  const least = (limit * (thresholds[0] ?? 100)) / 100 / periods.length;
  for (let page = 0; page < pages; page++) {
    const { after, period } = findPlace(walk, periods);
    const place = { budget: rule.account, period, from: periods.at(-1) ?? period, until: periods[0] ?? period };
    const found = await database.alertWalks.listAbove(place, least, after, PAGE);
    const others = found.filter(({ account }) => !alone.has(account));
    const crossed = findCrossed(await describeRuleStates(rule, others, now, database.budgets), thresholds);
    const last = found.length === PAGE ? found.at(-1) : undefined;
    const next = last === undefined ? nextPeriod(periods, period) : { ...last, period };
    // A walk that finds nothing, as most do, is not written down.
    if (isChanged || crossed.length > 0 || next !== null || walk.after !== null)
      walk = await note(context, walk, crossed, next);
    if (next === null) break;
  }
  return walk;
}

const UNTOUCHED = { after: null, totals: {}, untold: {}, toldAt: null } as const;

/** The period that a walk looks through next, and the account behind which it goes on there. */
function findPlace({ after }: AlertWalk, periods: readonly string[]): { period: string; after: WalkPlace | undefined } {
  if (after !== null && periods.includes(after.period)) return { period: after.period, after };
  return { period: periods[0] ?? '', after: undefined };
}

/** Place before every account: no step is so high. */
const HIGHEST_STEP = 32_767;

function nextPeriod(periods: readonly string[], period: string): WalkPlace | null {
  const next = periods[periods.indexOf(period) + 1];
  return next === undefined ? null : { period: next, step: HIGHEST_STEP, account: '' };
}

/** The highest threshold that each account has reached, of those that have reached one. */
function findCrossed(states: readonly RuleState[], thresholds: readonly number[]): CrossedAccount[] {
  return states.flatMap(({ account, limit, spent }) => {
    const threshold = limit > 0 ? thresholds.filter((each) => (spent / limit) * 100 >= each).at(-1) : undefined;
    return threshold === undefined ? [] : [{ account, limit, spent, threshold }];
  });
}

async function note(
  { database, rule }: ConditionContext,
  walk: AlertWalk,
  crossed: readonly CrossedAccount[],
  next: WalkPlace | null,
): Promise<AlertWalk> {
  const byAccount = new Map(crossed.map((each) => [each.account, each]));
  const noted = await database.alertWalks.note(rule.id, walk, crossed, (news, { totals, untold }) => {
    const found = news.flatMap(({ account }) => byAccount.get(account) ?? []);
    return { after: next, totals: addTo(totals, found), untold: addTo(untold, found) };
  });
  return { ...walk, ...noted };
}

function addTo(groups: CrossedGroups, found: readonly CrossedAccount[]): CrossedGroups {
  const sums: Record<string, CrossedGroup> = { ...groups };
  for (const threshold of new Set(found.map((each) => each.threshold))) {
    const accounts = found.filter((each) => each.threshold === threshold);
    const { count = 0, largest = [] } = sums[threshold] ?? {};
    const named = [...largest, ...accounts.map(({ account, limit, spent }) => ({ account, limit, spent }))];
    named.sort((one, other) => other.spent / other.limit - one.spent / one.limit);
    sums[threshold] = { count: count + accounts.length, largest: named.slice(0, MOST_NAMED) };
  }
  return sums;
}
