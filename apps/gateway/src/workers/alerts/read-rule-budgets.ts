import { parseBudgetRuleEntry } from '@multilane/config';
import { type BudgetRule, type RuleState, readDeclaredRule, readRuleStates, readStoredRule } from '@multilane/policy';
import { describeName } from './alert-texts.js';
import type { ConditionContext } from './condition-context.js';
import { ROLLING, type SpentBudget } from './spent-budget.js';

/** Budgets as rules (docs/budgets.md): those of the workspace, for rules of the organization all, and for a team those of the team. */
export async function readRuleBudgets(context: ConditionContext): Promise<SpentBudget[]> {
  const { database, now } = context;
  const states = await readRuleStates(await findRules(context), now, database.budgets);
  return states.flatMap((state) => (state.limit <= 0 ? [] : describeState(context, state)));
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
