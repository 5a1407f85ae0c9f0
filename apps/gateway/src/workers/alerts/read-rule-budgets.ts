import { parseBudgetRuleEntry } from '@multilane/config';
import {
  type BudgetRule,
  MOST_OF_A_RULE,
  type RuleState,
  readDeclaredRule,
  readPartStates,
  readRuleStates,
  readStoredRule,
} from '@multilane/policy';
import { describeName } from './alert-texts.js';
import type { ConditionContext } from './condition-context.js';
import { describeGroups, type GroupFinding } from './describe-groups.js';
import { ROLLING, type SpentBudget } from './spent-budget.js';
import { type CrowdedBudget, walkBudgets, walkKeyOf } from './walk-budgets.js';

/** Budgets of rules: those that alert by themselves, and groups of many. */
export interface RuleBudgetsFound {
  readonly budgets: readonly SpentBudget[];
  readonly groups: readonly GroupFinding[];
}

/**
 * Budgets as rules (docs/budgets.md): those of the workspace, for rules of the organization all, and for a team those of the team. Of a rule
 * with more accounts than are listed, some alert by themselves: those that do so already, and the largest that no group has told of. All
 * others that crossed a threshold are told of in groups.
 */
export async function readRuleBudgets(
  context: ConditionContext,
  thresholds: readonly number[],
): Promise<RuleBudgetsFound> {
  const { database, now } = context;
  const rules = await findRules(context);
  const states = await readRuleStates(rules, now, database.budgets);
  const byRule = new Map<BudgetRule, RuleState[]>();
  for (const state of states) if (state.limit > 0) byRule.set(state.rule, [...(byRule.get(state.rule) ?? []), state]);
  const budgets: SpentBudget[] = [];
  const crowded: CrowdedBudget[] = [];
  for (const [rule, listed] of byRule) {
    const isCrowded = listed.length >= MOST_OF_A_RULE && rule.isApart && isOfPlace(context, rule);
    const alone = isCrowded ? await chooseAlone(context, rule, listed) : listed;
    budgets.push(...alone.flatMap((state) => describeState(context, state)));
    if (!isCrowded || !mayBeMore(listed, rule.limitAt(now), thresholds)) continue;
    crowded.push({ rule, alone: new Set(alone.map(({ account }) => account)) });
  }
  const walks = await walkBudgets(context, crowded, thresholds);
  const groups = walks.flatMap((walk) => {
    const rule = rules.find(({ account }) => account === walk.budget);
    return rule === undefined ? [] : describeGroups(context, rule, walk);
  });
  return { budgets, groups };
}

/** Accounts whose share of the first threshold is less are in lower steps than all that have crossed it. */
const STEP_SHARE = 0.9;

/**
 * True if accounts that are not listed may have crossed a threshold.
 *
 * @param least Limit of an account that carried nothing over
 */
function mayBeMore(listed: readonly RuleState[], least: number, thresholds: readonly number[]): boolean {
  const last = listed.at(-1);
  if (last === undefined || last.rule.settings.window.earlierMs > 0) return true;
  return (last.spent / least) * 100 >= (thresholds[0] ?? 100) * STEP_SHARE;
}

/** Accounts that alert by themselves: those that fire, and as many of the largest as are left of a hundred. */
async function chooseAlone(
  { database, firing, now, rule: { id } }: ConditionContext,
  rule: BudgetRule,
  listed: readonly RuleState[],
): Promise<readonly RuleState[]> {
  const start = `${rule.settings.id} `;
  const own = firing.filter(
    ({ subjectId, subjectType }) => subjectType === 'budget_rule' && subjectId.startsWith(start),
  );
  const parts = new Set(own.map(({ subjectId }) => subjectId.slice(start.length)));
  const [held, others] = [new Set(parts), [] as RuleState[]];
  const alone: RuleState[] = [];
  for (const state of listed) {
    if (held.delete(state.part ?? '')) alone.push(state);
    else others.push(state);
  }
  alone.push(...(await readPartStates(rule, [...held], now, database.budgets)));
  const { windowStart } = walkKeyOf(rule, now);
  const names = others.map(({ account }) => account);
  const told = await database.alertWalks.listTold(id, names, windowStart.toISOString());
  const untold = others.filter(({ account }) => !told.has(account));
  return [...alone, ...untold.slice(0, Math.max(0, MOST_OF_A_RULE - parts.size))];
}

/** True for rules of the whole place of the rule of alerts; a team has only its own part of others. */
function isOfPlace(
  { rule: { teamId }, teamName }: ConditionContext,
  { settings: { scope, value } }: BudgetRule,
): boolean {
  return teamId === null || (scope === 'team' && value !== undefined && (value === teamId || value === teamName));
}

async function findRules({
  database,
  declaredRules,
  rule: { organizationId, workspaceId },
  organizationName,
}: ConditionContext): Promise<BudgetRule[]> {
  const stored = await database.policies.listAll(organizationId, { kind: 'budget' });
  const own = stored.flatMap((policy): BudgetRule[] => {
    if (!policy.enabled || (workspaceId !== null && policy.workspaceId !== workspaceId)) return [];
    const { entry } = parseBudgetRuleEntry({ ...policy.definition, name: policy.name });
    return entry === undefined ? [] : [readStoredRule(entry, policy)];
  });
  return [...own, ...declaredRules.map((entry) => readDeclaredRule(entry, organizationName))];
}

function describeState(
  { now, rule: { teamId }, teamName }: ConditionContext,
  { endsAt, limit, part, rule, spent, startsAt }: RuleState,
): SpentBudget[] {
  const { id, name, scope, unit, value, window } = rule.settings;
  // Teams are counted apart by their id, and those of gateway.yaml by their name until they have one.
  const isTeam = (text: string | undefined): boolean => text !== undefined && (text === teamId || text === teamName);
  const isOfTeam = (scope === 'team' && isTeam(value)) || (rule.refusedScope === 'team' && isTeam(part));
  if (teamId !== null && !isOfTeam) return [];
  const isRolling = window.earlierMs > 0;
  const about = part === undefined ? '' : `${rule.refusedScope} ${describeName(part)}`;
  return [
    {
      subjectType: 'budget_rule',
      id: part === undefined ? id : `${id} ${part}`,
      name: part === undefined ? name : `${name}: ${part}`,
      holder: `rule ${describeName(name)}${about === '' ? '' : ` for ${about}`}`,
      within: '',
      unit,
      limit,
      spent,
      startsAt,
      endsAt,
      windowKey: isRolling ? `${ROLLING} ${toText(now).slice(0, 10)}` : `${window.tag} ${toText(startsAt)}`,
      search: {},
    },
  ];
}

const toText = (moment: number): string => new Date(moment).toISOString();
