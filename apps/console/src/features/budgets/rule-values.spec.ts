import { describe, expect, it } from '@jest/globals';
import {
  type BudgetRule,
  checkRule,
  EMPTY_RULE,
  partOf,
  partsFor,
  type RuleValues,
  toChangedRule,
  toNewRule,
  valuesOfRule,
} from './rule-values.js';

const VALUES: RuleValues = { ...EMPTY_RULE, name: ' search ', scope: 'tag', value: ' feature=search ', amount: 500 };

const RULE: BudgetRule = {
  ...toNewRule(VALUES, 'w1'),
  ...EMPTY_RULE,
  id: 'r1',
  object: 'budget_rule',
  name: 'search',
  scope: 'tag',
  value: 'feature=search',
  amount: 500,
  raise: { amount: 900, until: '2026-12-24T00:00:00.000Z', reason: null },
  workspace_id: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-02T00:00:00.000Z',
};

describe('the form of a budget rule', () => {
  it('sends a new rule for the workspace, without spaces at the ends', () => {
    expect(toNewRule(VALUES, 'w1')).toMatchObject({
      name: 'search',
      workspace_id: 'w1',
      scope: 'tag',
      value: 'feature=search',
      amount: 500,
      raise: null,
    });
    expect(toNewRule({ ...VALUES, place: 'organization' }, 'w1').workspace_id).toBeNull();
  });

  it('shows a stored rule, and sends the same again', () => {
    const values = valuesOfRule(RULE);
    expect(values).toMatchObject({ place: 'organization', raise: { amount: 900, reason: '' } });
    const sent = toChangedRule(values);
    expect(sent).toMatchObject({ value: 'feature=search', raise: RULE.raise });
    expect(sent).not.toHaveProperty('place');
    expect(sent).not.toHaveProperty('workspace_id');
  });

  it.each<[string, Partial<RuleValues>, object]>([
    ['a value of the organization', { scope: 'organization', value: 'x' }, { value: null }],
    ['an empty value', { scope: 'customer', value: ' ' }, { value: null }],
    ['a window that rolls for ever', { rolling: true, window: 'total' }, { rolling: false }],
    ['a rest of a rolling window', { rolling: true, carry_over: true }, { rolling: true, carry_over: false }],
    ['a target of another action', { action: 'alert', downgrade_to: 'small' }, { downgrade_to: null }],
  ])('never sends %s', (_which, changes, sent) => {
    expect(toChangedRule({ ...VALUES, ...changes })).toMatchObject(sent);
  });

  it('asks for what a rule cannot be without', () => {
    expect(checkRule(VALUES)).toEqual({});
    expect(checkRule({ ...EMPTY_RULE, scope: 'tag', action: 'downgrade' })).toEqual({
      name: 'required.name',
      value: 'required.tag',
      amount: 'required.amount',
      downgrade_to: 'required.downgradeTo',
    });
    expect(checkRule({ ...VALUES, raise: { amount: 5, until: null, reason: '' } })).toEqual({
      raise: 'required.raise',
    });
  });

  it('counts apart by a tag only where the scope names the tag', () => {
    expect(partsFor('tag')).toContain('tag');
    expect(partsFor('team')).not.toContain('tag');
  });

  it.each<[Pick<BudgetRule, 'applies_per' | 'scope' | 'value'>, string | undefined]>([
    [{ scope: 'customer', value: null, applies_per: null }, 'customer'],
    [{ scope: 'customer', value: 'acme', applies_per: null }, undefined],
    [{ scope: 'team', value: 'core', applies_per: 'user' }, 'user'],
    [{ scope: 'organization', value: null, applies_per: null }, undefined],
    [{ scope: 'customer', value: null, applies_per: 'shared' }, undefined],
  ])('tells that %j counts apart by %s', (rule, part) => {
    expect(partOf(rule)).toBe(part);
  });
});
