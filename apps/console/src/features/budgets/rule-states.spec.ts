import { describe, expect, it } from '@jest/globals';
import { type BudgetStatus, declaredOf, findRefusing, groupByRule, outermostFirst } from './rule-states.js';
import { type BudgetRule, EMPTY_RULE } from './rule-values.js';

function state(id: string, spent: number, more: Partial<BudgetStatus> = {}): BudgetStatus {
  return {
    id,
    object: 'budget_status',
    source: 'rule',
    name: `name of ${id}`,
    scope: 'customer',
    key: null,
    workspace_id: null,
    unit: 'usd',
    action: 'refuse',
    limit: 10,
    spent,
    remaining: Math.max(0, 10 - spent),
    window_start: null,
    window_end: null,
    ...more,
  };
}

function rule(id: string, scope: BudgetRule['scope']): BudgetRule {
  const { place: _place, ...fields } = EMPTY_RULE;
  const times = { created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' };
  return {
    ...fields,
    ...times,
    id,
    object: 'budget_rule',
    scope,
    value: null,
    amount: 10,
    raise: null,
    workspace_id: null,
  };
}

describe('states of budget rules', () => {
  it('are grouped by rule, the most spent part first, without those of keys and teams', () => {
    const groups = groupByRule([
      state('a', 1, { key: 'x' }),
      state('t', 5, { source: 'team' }),
      state('a', 7, { key: 'y' }),
    ]);
    expect([...groups.keys()]).toEqual(['a']);
    expect(groups.get('a')?.map(({ key }) => key)).toEqual(['y', 'x']);
  });

  it('order the rules of one scope, and the outermost scope comes first', () => {
    const rules = [rule('model', 'model'), rule('little', 'team'), rule('much', 'team'), rule('all', 'organization')];
    const states = groupByRule([state('much', 9), state('little', 1), state('model', 10)]);
    expect(outermostFirst(rules, states).map(({ id }) => id)).toEqual(['all', 'much', 'little', 'model']);
    const each = { ...rule('each model of all', 'organization'), applies_per: 'model' as const };
    expect(outermostFirst([each, ...rules], states).at(-1)).toBe(each);
  });

  it('tell which budgets refuse now and next: of a key too, but none that only alerts or of which nothing is spent', () => {
    const states = [
      state('near', 8),
      state('alert', 10, { action: 'alert' }),
      state('key', 9, { source: 'api_key' }),
      state('unused', 0),
    ];
    const idsOf = (count: number) => {
      const { next, now } = findRefusing([...states, state('over', 11), state('spent', 10)], count);
      return [now, next].map((group) => group.map(({ id }) => id));
    };
    expect(idsOf(3)).toEqual([
      ['over', 'spent'],
      ['key', 'near'],
    ]);
    expect(idsOf(1)).toEqual([['over'], ['key']]);
  });

  it('tell the rules of gateway.yaml, which have no id', () => {
    expect(declaredOf([state('a', 1), state('each', 1, { name: 'each' })]).map(({ id }) => id)).toEqual(['each']);
  });
});
