import type { AlertFinding, AlertWalk, CrossedGroup } from '@multilane/persistence';
import { type BudgetRule, partOfAccount } from '@multilane/policy';
import { AMOUNTS, describeCount, describeName, describeShare, describeTime } from './alert-texts.js';
import type { ConditionContext } from './condition-context.js';
import { walkKeyOf } from './walk-budgets.js';

/** Interval between two messages about further accounts of one budget rule, in milliseconds. */
const TOLD_EVERY_MS = 15 * 60_000;

/** Accounts of a group that no message has told of. */
export interface GroupNews {
  readonly walk: AlertWalk;
  /** Title of the message, which counts them. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** A condition of many accounts. */
export interface GroupFinding extends AlertFinding {
  /** Undefined: there are none, or it is not time to tell of them. */
  readonly news: GroupNews | undefined;
}

/** Describes the accounts of a budget rule that a walk found: those of each threshold together. */
export function describeGroups(context: ConditionContext, rule: BudgetRule, walk: AlertWalk): GroupFinding[] {
  const isRunning = walkKeyOf(rule, context.now).windowStart.getTime() === walk.windowStart.getTime();
  const groups = isRunning ? walk.totals : walk.untold;
  const isChanged = walk.limit !== rule.limitAt(context.now);
  const isDue = !isRunning || isChanged || isTimeToTell(walk, context.now);
  return Object.entries(groups).map(([threshold, group]) => {
    const untold = isDue ? walk.untold[threshold] : undefined;
    return describeGroup(context, rule, walk, { group, threshold: Number(threshold), untold });
  });
}

/** At once, and then again after some time; before the end of the window in any case. */
function isTimeToTell({ endsAt, toldAt }: AlertWalk, now: number): boolean {
  if (toldAt === null || now - toldAt.getTime() >= TOLD_EVERY_MS) return true;
  return endsAt !== null && endsAt.getTime() - now < TOLD_EVERY_MS;
}

interface Group {
  readonly threshold: number;
  readonly group: CrossedGroup;
  readonly untold: CrossedGroup | undefined;
}

function describeGroup(
  context: ConditionContext,
  rule: BudgetRule,
  walk: AlertWalk,
  { group, threshold, untold }: Group,
): GroupFinding {
  const { id, name, unit, window } = rule.settings;
  const [largest] = group.largest;
  const share = largest === undefined ? threshold / 100 : largest.spent / largest.limit;
  const of = `${NOUNS[rule.refusedScope] ?? `${rule.refusedScope}s`} of rule ${describeName(name)}`;
  const limit = AMOUNTS[unit](walk.limit);
  const start = walk.windowStart.toISOString();
  const linesOf = (counted: CrossedGroup): string[] => [
    `Budgets: ${describeCount(counted.count)}, of ${limit} each`,
    `Largest: ${counted.largest.map((each) => nameAccount(rule, each)).join('; ')}`,
    `Where: ${context.where}`,
    ...(walk.windowStart.getTime() > 0 ? [`Since: ${describeTime(walk.windowStart)}`] : []),
    ...(walk.endsAt === null || window.earlierMs > 0 ? [] : [`Starts from zero: ${describeTime(walk.endsAt)}`]),
    `Threshold: ${threshold}%`,
  ];
  const isMore = untold !== undefined && untold.count < group.count;
  return {
    subjectType: 'budget_rule',
    subjectId: `group ${threshold} ${id}`,
    subjectName: describeName(name),
    threshold,
    windowKey: `group ${window.tag} ${start} of ${limit}`,
    value: share * 100,
    severity: threshold >= 100 ? 'critical' : 'warning',
    title: `Budgets of ${of} are spent to ${threshold}%`,
    lines: linesOf(group),
    link: context.link('budgets', {}),
    news: untold && {
      walk,
      title: `${describeCount(untold.count)}${isMore ? ' more' : ''} budgets of ${of} are spent to ${threshold}%`,
      lines: linesOf(untold),
    },
  };
}

/** Plurals of scopes in texts; others add an s. */
const NOUNS: Readonly<Record<string, string>> = { service_account: 'virtual accounts', api_key: 'keys' };

function nameAccount(
  rule: BudgetRule,
  { account, limit, spent }: { readonly account: string; readonly spent: number; readonly limit: number },
): string {
  const part = describeName(partOfAccount(account, rule.account) ?? account);
  return `${part} (${AMOUNTS[rule.settings.unit](spent)}, ${describeShare(spent / limit)})`;
}
