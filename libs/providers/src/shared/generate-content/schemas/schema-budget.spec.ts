import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { newSpent, SchemaBudget } from './schema-budget.js';

const PARAM = 'tools[3].function.parameters';
const refused = expect.objectContaining({ param: PARAM, message: expect.stringContaining('too large') });
const open = (spent = newSpent()) => new SchemaBudget(PARAM, spent);

/** Counts how often a step is allowed. */
function countUntilRefused(step: () => void): number {
  for (let count = 0; count < 100_000; count++) {
    try {
      step();
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toEqual(refused);
      return count;
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe('SchemaBudget', () => {
  test('bounds the parts of a schema, however long the lists that these have', () => {
    const budget = open();
    const step = () => {
      budget.enter({ type: 'string', enum: Array(100).fill('a') }, false);
      budget.leave();
    };
    expect(countUntilRefused(step)).toBe(10_000);
  });

  test.each<[string, object, number]>([
    ['parts without lists', { type: 'string', description: 'd' }, 40_000],
    ['lists of values', { enum: Array(100).fill('a') }, 8_000],
    ['lists of names', { required: Array(100).fill('a') }, 8_000],
    ['properties', { properties: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, true])) }, 8_000],
    ['keywords', Object.fromEntries(Array.from({ length: 45 }, (_, at) => [at, 1])), 8_000],
  ])('bounds what references lead to in all schemas together, by its %s', (_what, part, most) => {
    const spent = newSpent();
    expect(countUntilRefused(() => open(spent).enter(part, true))).toBe(most);
    expect(countUntilRefused(() => open(spent).enter(part, false))).toBe(Number.POSITIVE_INFINITY);
  });

  test('bounds how deep a schema is', () => {
    const budget = open();
    expect(countUntilRefused(() => budget.enter({}, false))).toBe(101);
  });

  test('bounds references, and the text that they repeat, in all schemas together', () => {
    const [references, texts] = [newSpent(), newSpent()];
    expect(countUntilRefused(() => open(references).point('#/a'))).toBe(30_000);
    expect(countUntilRefused(() => open(texts).repeat(100_000))).toBe(40);
  });

  test('counts lists that are read once more, and no part for that', () => {
    const [budget, spent] = [open(), newSpent()];
    expect(countUntilRefused(() => budget.reread({ type: 'string' }))).toBe(Number.POSITIVE_INFINITY);
    expect(countUntilRefused(() => budget.reread({ enum: Array(25).fill('a') }))).toBe(10_000);
    expect(countUntilRefused(() => open(spent).reread({ type: 'string' }))).toBe(Number.POSITIVE_INFINITY);
    expect(countUntilRefused(() => open(spent).reread({ enum: Array(25).fill('a') }))).toBe(40_000);
  });
});
