import { parseBudgetRuleEntry } from '@multilane/config';
import { type BudgetRule, partOfAccount, readBudgetRule } from '@multilane/policy';
import { describeName } from './alert-texts.js';
import type { ConditionContext } from './condition-context.js';
import { ROLLING, type SpentBudget } from './spent-budget.js';

/** Accounts of one budget rule that are looked at: those with the most spending. */
const MOST_OF_A_RULE = 100;

/** Budgets as rules (docs/budgets.md): those of the workspace, for rules of the organization all, and for a team those of the team. */
export async function readRuleBudgets(context: ConditionContext): Promise<SpentBudget[]> {
  const { database, now } = context;
  const rules = await findRules(context);
  const accounts = await database.budgets.listRuleAccounts(
    rules.map(({ account, settings: { window } }) => {
      const { startsAt } = window.boundsAt(now);
      return { account, from: toText(startsAt - window.earlierMs), period_start: toText(startsAt) };
    }),
    MOST_OF_A_RULE,
  );
  const carried = await readCarried(context, rules, accounts);
  return accounts.flatMap(({ account, place, spent }) => {
    const rule = rules[place];
    const limit = (rule?.limitAt(now) ?? 0) + (carried.get(account) ?? 0);
    return rule === undefined || limit <= 0 ? [] : describeAccount(context, rule, { account, limit, spent });
  });
}

async function findRules({
  database,
  declaredRules,
  rule: { organizationId, workspaceId },
  organizationName,
}: ConditionContext) {
  const stored = await database.policies.listAll(organizationId, { kind: 'budget' });
  const own = stored.flatMap((policy): BudgetRule[] => {
    if (!policy.enabled || (workspaceId !== null && policy.workspaceId !== workspaceId)) return [];
    const { definition, id, name, workspaceId: place } = policy;
    const { entry } = parseBudgetRuleEntry({ ...definition, name });
    const owner = { id, isDeclared: false, organization: organizationId, workspaceId: place ?? undefined };
    return entry === undefined ? [] : [readBudgetRule(entry, owner)];
  });
  const owner = { isDeclared: true, organization: organizationName, workspaceId: undefined };
  return [...own, ...declaredRules.map((entry) => readBudgetRule(entry, { ...owner, id: entry.name }))];
}

/** Rests of the windows before, by account, of the rules that carry them over. */
async function readCarried(
  { database, now }: ConditionContext,
  rules: readonly BudgetRule[],
  accounts: readonly { readonly account: string; readonly place: number }[],
): Promise<ReadonlyMap<string, number>> {
  const asked = accounts.flatMap(({ account, place }) => {
    const rule = rules[place];
    const before = rule?.settings.carriesOver ? rule.settings.window.boundsBefore(now) : undefined;
    return rule && before ? [{ account, period_start: toText(before.startsAt), amount: rule.settings.amount }] : [];
  });
  const amounts = new Map(asked.map(({ account, amount }) => [account, amount]));
  const records = await database.budgets.listSpending(asked);
  return new Map(records.map(({ account, spent }) => [account, Math.max(0, (amounts.get(account) ?? 0) - spent)]));
}

function describeAccount(
  { now, rule: { teamId }, teamName }: ConditionContext,
  rule: BudgetRule,
  { account, limit, spent }: { readonly account: string; readonly limit: number; readonly spent: number },
): SpentBudget[] {
  const { id, name, scope, unit, value, window } = rule.settings;
  const part = partOfAccount(account, rule.account);
  // Teams are counted apart by their id, and those of gateway.yaml by their name until they have one.
  const isTeam = (text: string | undefined): boolean => text !== undefined && (text === teamId || text === teamName);
  const isOfTeam = (scope === 'team' && isTeam(value)) || (rule.refusedScope === 'team' && isTeam(part));
  if (teamId !== null && !isOfTeam) return [];
  const { endsAt, startsAt } = window.boundsAt(now);
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
      startsAt: startsAt - window.earlierMs,
      endsAt: isRolling ? Number.POSITIVE_INFINITY : endsAt,
      windowKey: isRolling ? `${ROLLING} ${toText(now).slice(0, 10)}` : `${window.tag} ${toText(startsAt)}`,
      search: {},
    },
  ];
}

const toText = (moment: number): string => new Date(moment).toISOString();
