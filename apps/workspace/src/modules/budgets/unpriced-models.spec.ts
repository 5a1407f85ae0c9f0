import { describe, expect, it } from '@jest/globals';
import { type BudgetedModel, listUnpriced, MOST_NAMED } from './unpriced-models.js';

const model = (name: string, isUnpriced: boolean, ...aliases: string[]): BudgetedModel => ({
  names: [name, ...aliases],
  targets: [],
  isUnpriced,
});
const route = (name: string, ...targets: string[]): BudgetedModel => ({ names: [name], targets, isUnpriced: false });

const MODELS = [
  model('paid', false),
  model('own', true, 'mine'),
  model('other', true),
  route('router', 'inner', 'paid'),
  route('inner', 'mine', 'router'),
];

describe('models without a price that a budget covers', () => {
  it.each<[string, readonly string[] | null, readonly string[]]>([
    ['all of them, where every model is allowed', null, ['own', 'other']],
    ['none, where no model is allowed', [], []],
    ['those that are allowed by an alias', ['mine', 'paid'], ['own']],
    ['those that an allowed virtual model leads to, however far', ['router'], ['own']],
    ['none, where only models with a price are allowed', ['paid', 'unknown'], []],
  ])('are %s', (_name, allowed, expected) => {
    expect(listUnpriced(MODELS, allowed)).toEqual(expected);
  });

  it('are named up to a number', () => {
    const many = Array.from({ length: MOST_NAMED + 5 }, (_, index) => model(`m${index}`, true));
    expect(listUnpriced(many, null)).toEqual(many.slice(0, MOST_NAMED).map(({ names: [name] }) => name));
  });
});
