import type { AlertFinding } from '@multilane/persistence';
import {
  declaredKeyAccount,
  declaredTeamAccount,
  forecastEnd,
  periodAt,
  type ResetPeriod,
  teamAccount,
} from '@multilane/policy';
import { describeCount, describeName, describeShare, describeTime, describeUsd } from './alert-texts.js';
import { type ConditionContext, settingsOf } from './condition-context.js';

/** Reserved for forecasts, beside the percentages of budgets. */
const FORECAST_THRESHOLD = 0;
const PERIODS: readonly ResetPeriod[] = ['daily', 'weekly', 'monthly', 'never'];

interface SpentBudget {
  readonly scope: 'api_key' | 'team';
  readonly id: string;
  readonly name: string;
  readonly teamName: string | null;
  readonly limit: number;
  readonly period: ResetPeriod;
  readonly spent: number;
}

/** Budgets that are spent to a threshold, or will be spent before their period ends. */
export async function findBudgets(context: ConditionContext): Promise<AlertFinding[]> {
  const thresholds = settingsOf(context).thresholds as readonly number[];
  const isForecast = settingsOf(context).forecast === true;
  const lowest = (thresholds[0] ?? 100) / 100;
  const starts = PERIODS.map((period) => {
    const { endsAt, startsAt } = periodAt(period, context.now);
    const elapsed = (context.now - startsAt) / (endsAt - startsAt);
    // A budget is spent before its end where more of it is spent than has passed of its period.
    const fromShare = isForecast && elapsed > 0 ? Math.min(lowest, elapsed) : lowest;
    return { period, startsAt: new Date(startsAt).toISOString(), fromShare };
  });
  const keys = await context.database.alertMeasures.listKeyBudgets(context.rule, starts);
  const others = [...(await readTeamBudgets(context)), ...(await readDeclaredBudgets(context))];
  return [...keys, ...others]
    .sort((a, b) => b.spent / b.limit - a.spent / a.limit)
    .flatMap((budget) => describeBudget(context, budget, thresholds, isForecast));
}

/** Budgets of teams: of one team for its rules, of all for those of the organization. */
async function readTeamBudgets({ database, now, organizationName, rule }: ConditionContext): Promise<SpentBudget[]> {
  if (rule.workspaceId !== null && rule.teamId === null) return [];
  const teams = await database.alertMeasures.listTeams(rule);
  const start = new Date(periodAt('monthly', now).startsAt).toISOString();
  const named = teams.map((team) => ({
    ...team,
    account: team.source === 'config' ? declaredTeamAccount(organizationName, team.name) : teamAccount(team.id),
  }));
  const spending = await database.budgets.listSpending(named.map(({ account }) => ({ account, period_start: start })));
  const spent = new Map(spending.map((record) => [record.account, record.spent]));
  return named.map(({ account, id, limit, name }) => ({
    scope: 'team',
    id,
    name,
    teamName: name,
    limit,
    period: 'monthly',
    spent: spent.get(account) ?? 0,
  }));
}

async function readDeclaredBudgets({
  database,
  declared,
  now,
  organizationName,
}: ConditionContext): Promise<SpentBudget[]> {
  const accounts = declared.map(({ name, period, team }) => ({
    account: declaredKeyAccount(organizationName, team, name, period),
    period_start: new Date(periodAt(period, now).startsAt).toISOString(),
  }));
  const spending = await database.budgets.listSpending(accounts);
  const spent = new Map(spending.map((record) => [record.account, record.spent]));
  return declared.map(({ limit, name, period, team }, index) => ({
    scope: 'api_key',
    id: `${team}/${name}`,
    name,
    teamName: team,
    limit,
    period,
    spent: spent.get(accounts[index]?.account ?? '') ?? 0,
  }));
}

function describeBudget(
  context: ConditionContext,
  { id, limit, name, period, scope, spent, teamName }: SpentBudget,
  thresholds: readonly number[],
  isForecast: boolean,
): AlertFinding[] {
  const { endsAt, startsAt } = periodAt(period, context.now);
  const share = spent / limit;
  const reached = thresholds.filter((threshold) => share * 100 >= threshold).at(-1);
  const amount = (value: number) => (scope === 'team' ? `${describeCount(value)} tokens` : describeUsd(value));
  const holder = `${scope === 'team' ? 'team' : 'key'} ${describeName(name)}`;
  const common = {
    subjectType: scope,
    subjectId: id,
    subjectName: describeName(name),
    value: share * 100,
    link: context.link('budgets', { scope }),
  };
  const lines = [
    `Spent: ${amount(spent)} of ${amount(limit)} (${describeShare(share)})`,
    `Where: ${holder}${scope === 'team' || teamName === null ? '' : `, team ${describeName(teamName)}`}, ${context.where}`,
    ...(period === 'never' ? [] : [`Since: ${describeTime(startsAt)}`, `Starts from zero: ${describeTime(endsAt)}`]),
  ];
  const start = new Date(startsAt).toISOString();
  const findings: AlertFinding[] = [];
  if (reached !== undefined) {
    findings.push({
      ...common,
      threshold: reached,
      windowKey: `${period} ${start}`,
      severity: share >= 1 ? 'critical' : 'warning',
      title: `The budget of ${holder} is spent to ${describeShare(share)}`,
      lines: [...lines, `Threshold: ${reached} %`],
    });
  }
  const end = isForecast ? forecastEnd({ spent, limit, startsAt, endsAt }, context.now) : undefined;
  if (end !== undefined) {
    findings.push({
      ...common,
      threshold: FORECAST_THRESHOLD,
      windowKey: `${period} ${start} forecast`,
      severity: 'warning',
      title: `The budget of ${holder} will be spent on ${describeTime(end)}`,
      lines: [...lines, 'Forecast: the rest of the period costs as much an hour as the period did so far'],
    });
  }
  return findings;
}
