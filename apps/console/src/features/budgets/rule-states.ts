import type { components } from '../../api/schema.js';
import { levelOf, partSpent } from './budget-level.js';
import { type BudgetRule, partOf, SCOPES } from './rule-values.js';

export type BudgetStatus = components['schemas']['BudgetStatusView'];

/** States by the id of their rule, those of which the largest part is spent first. */
export function groupByRule(states: readonly BudgetStatus[]): ReadonlyMap<string, readonly BudgetStatus[]> {
  const groups = new Map<string, BudgetStatus[]>();
  for (const state of nearestFirst(states.filter(({ source }) => source === 'rule'))) {
    const group = groups.get(state.id);
    if (group === undefined) groups.set(state.id, [state]);
    else group.push(state);
  }
  return groups;
}

/** Rules in the order in which a refusal names them, the outermost scope first; those of one scope by how much is spent. */
export function outermostFirst(
  rules: readonly BudgetRule[],
  states: ReadonlyMap<string, readonly BudgetStatus[]>,
): BudgetRule[] {
  const spentOf = ({ id }: BudgetRule): number => {
    const [state] = states.get(id) ?? [];
    return state === undefined ? 0 : partSpent(state);
  };
  // A refusal names the dimension that is counted apart, if there is one.
  const rankOf = (rule: BudgetRule): number => SCOPES.indexOf(partOf(rule) ?? rule.scope);
  return rules.toSorted((one, other) => rankOf(one) - rankOf(other) || spentOf(other) - spentOf(one));
}

/** Rules of gateway.yaml, which are named by their name. */
export function declaredOf(states: readonly BudgetStatus[]): BudgetStatus[] {
  return nearestFirst(states.filter(({ id, name, source }) => source === 'rule' && id === name));
}

/** Budgets that refuse requests now, and those that do next: with most spent, of which anything is. So many of each. */
export function findRefusing(
  states: readonly BudgetStatus[],
  count: number,
): { readonly now: readonly BudgetStatus[]; readonly next: readonly BudgetStatus[] } {
  const refusing = nearestFirst(states.filter(({ action, spent }) => action === 'refuse' && spent > 0));
  const isSpent = (state: BudgetStatus): boolean => levelOf(state) === 'spent';
  return {
    now: refusing.filter(isSpent).slice(0, count),
    next: refusing.filter((state) => !isSpent(state)).slice(0, count),
  };
}

function nearestFirst(states: readonly BudgetStatus[]): BudgetStatus[] {
  return states.toSorted((one, other) => partSpent(other) - partSpent(one));
}
