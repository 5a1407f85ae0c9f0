import type { AlertFinding } from '@multilane/persistence';
import {
  type AccountHolder,
  forecastEnd,
  type HeldBudget,
  periodAt,
  type ResetPeriod,
  readBudgets,
} from '@multilane/policy';
import { AMOUNTS, describeName, describeShare, describeTime } from './alert-texts.js';
import { type ConditionContext, settingsOf } from './condition-context.js';
import type { GroupFinding } from './describe-groups.js';
import { readRuleBudgets } from './read-rule-budgets.js';
import type { SpentBudget } from './spent-budget.js';

/** Reserved for forecasts, beside the percentages of budgets. */
const FORECAST_THRESHOLD = 0;
const PERIODS: readonly ResetPeriod[] = ['daily', 'weekly', 'monthly', 'never'];

/** Budgets that are spent to a threshold, or will be spent before their period ends. */
export async function findBudgets(context: ConditionContext): Promise<(AlertFinding | GroupFinding)[]> {
  const thresholds = settingsOf(context).thresholds as readonly number[];
  const isForecast = settingsOf(context).forecast === true;
  const ofRules = await readRuleBudgets(context, thresholds);
  const budgets = [
    ...(await readKeyBudgets(context, (thresholds[0] ?? 100) / 100, isForecast)),
    ...(await readTeamBudgets(context)),
    ...(await readDeclaredBudgets(context)),
    ...ofRules.budgets,
  ];
  const alone = budgets
    .sort((a, b) => b.spent / b.limit - a.spent / a.limit)
    .flatMap((budget) => describeBudget(context, budget, thresholds, isForecast));
  // Each stands for many: none is left out for those that stand for one.
  return [...ofRules.groups, ...alone];
}

/** Budgets of keys that are spent to the lowest threshold, or to more than the passed share of their period. */
async function readKeyBudgets(context: ConditionContext, lowest: number, isForecast: boolean): Promise<SpentBudget[]> {
  const { database, now, rule } = context;
  const starts = PERIODS.map((period) => {
    const { endsAt, startsAt } = periodAt(period, now);
    const elapsed = (now - startsAt) / (endsAt - startsAt);
    // A budget is spent before its end where more of it is spent than has passed of its period.
    const fromShare = isForecast && elapsed > 0 ? Math.min(lowest, elapsed) : lowest;
    return { period, startsAt: new Date(startsAt).toISOString(), fromShare };
  });
  const keys = await database.alertMeasures.listKeyBudgets(rule, starts);
  return keys.map(({ id, limit, name, period, spent, teamName }) => ({
    ...describeKey(name, teamName),
    ...inPeriod(period, now),
    id,
    limit,
    spent,
  }));
}

/** Budgets of teams: of one team for its rules, of all for those of the organization. */
async function readTeamBudgets(context: ConditionContext): Promise<SpentBudget[]> {
  const { database, now, rule } = context;
  if (rule.workspaceId !== null && rule.teamId === null) return [];
  const teams = await database.alertMeasures.listTeams(rule);
  const budgets = await readHeld(
    context,
    teams.map((team) => ({ ...team, scope: 'team', period: 'monthly' })),
  );
  return budgets.map(({ holder: { id, limit, name }, spent }) => ({
    ...inPeriod('monthly', now),
    subjectType: 'team',
    id,
    name,
    holder: `team ${describeName(name)}`,
    within: '',
    unit: 'tokens',
    limit,
    spent,
    search: { scope: 'team' },
  }));
}

async function readDeclaredBudgets(context: ConditionContext): Promise<SpentBudget[]> {
  const budgets = await readHeld(
    context,
    context.declared.map(({ limit, name, period, team }) => ({
      id: `${team}/${name}`,
      scope: 'api_key',
      name,
      period,
      limit,
      source: 'config',
      declaredIn: team,
    })),
  );
  return budgets.map(({ holder: { declaredIn = null, id, limit, name, period }, spent }) => ({
    ...describeKey(name, declaredIn),
    ...inPeriod(period, context.now),
    id,
    limit,
    spent,
  }));
}

type LimitedHolder = AccountHolder & { readonly limit: number };

function readHeld(
  { database, now, organizationName }: ConditionContext,
  holders: readonly LimitedHolder[],
): Promise<HeldBudget<LimitedHolder>[]> {
  return readBudgets(holders, organizationName, now, (accounts) => database.budgets.listSpending(accounts));
}

function describeKey(name: string, team: string | null) {
  return {
    subjectType: 'api_key',
    name,
    holder: `key ${describeName(name)}`,
    within: team === null ? '' : `team ${describeName(team)}`,
    unit: 'usd',
    search: { scope: 'api_key' },
  } as const;
}

function inPeriod(period: ResetPeriod, now: number): Pick<SpentBudget, 'startsAt' | 'endsAt' | 'windowKey'> {
  const { endsAt, startsAt } = periodAt(period, now);
  return { startsAt, endsAt, windowKey: `${period} ${new Date(startsAt).toISOString()}` };
}

function describeBudget(
  context: ConditionContext,
  budget: SpentBudget,
  thresholds: readonly number[],
  isForecast: boolean,
): AlertFinding[] {
  const { endsAt, holder, limit, spent, startsAt, windowKey, within } = budget;
  const share = spent / limit;
  const reached = thresholds.filter((threshold) => share * 100 >= threshold).at(-1);
  const amountOf = AMOUNTS[budget.unit];
  const common = {
    subjectType: budget.subjectType,
    subjectId: budget.id,
    subjectName: describeName(budget.name),
    value: share * 100,
    link: context.link('budgets', budget.search),
  };
  const lines = [
    `Spent: ${amountOf(spent)} of ${amountOf(limit)} (${describeShare(share)})`,
    `Where: ${[holder, within, context.where].filter((part) => part !== '').join(', ')}`,
    ...(startsAt > 0 ? [`Since: ${describeTime(startsAt)}`] : []),
    ...(Number.isFinite(endsAt) ? [`Starts from zero: ${describeTime(endsAt)}`] : []),
  ];
  const findings: AlertFinding[] = [];
  if (reached !== undefined) {
    findings.push({
      ...common,
      threshold: reached,
      windowKey,
      severity: share >= 1 ? 'critical' : 'warning',
      title: `The budget of ${holder} is spent to ${describeShare(share)}`,
      lines: [...lines, `Threshold: ${reached}%`],
    });
  }
  const end = isForecast ? forecastEnd({ spent, limit, startsAt, endsAt }, context.now) : undefined;
  if (end !== undefined) {
    findings.push({
      ...common,
      threshold: FORECAST_THRESHOLD,
      windowKey: `${windowKey} forecast`,
      severity: 'warning',
      title: `The budget of ${holder} will be spent on ${describeTime(end)}`,
      lines: [...lines, 'Forecast: the rest of the period costs as much an hour as the period did so far'],
    });
  }
  return findings;
}
