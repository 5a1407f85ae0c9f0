import { describe, expect, it } from '@jest/globals';
import { checkFilter } from './check-search.js';

const nest = (depth: number): unknown =>
  depth === 1 ? { type: 'eq', key: 'a', value: 1 } : { type: 'not', filter: nest(depth - 1) };
const list = (count: number, member: unknown): unknown[] => Array.from({ length: count }, () => member);
const condition = { type: 'eq', key: 'a', value: 1 };

describe('checkFilter', () => {
  it.each([
    [condition],
    [nest(5)],
    [{ type: 'and', filters: list(49, condition) }],
    [{ type: 'in', key: 'a', value: list(200, 'x') }],
    [{ type: 'or', filters: list(5, { type: 'in', key: 'a', value: list(200, 'x') }) }],
    [{ type: 'eq', key: '\ud83d\ude00', value: '\ud83d\ude00' }],
    [{ type: 'gte', key: 'day', value: '2026-01-31T12:00:00.5Z' }],
    [{ type: 'ne', key: 'x'.repeat(200), value: 'x'.repeat(1_000) }],
  ])('accepts a filter within the bounds (%#)', (filter) => {
    expect(() => checkFilter(filter)).not.toThrow();
  });

  it.each([
    [null, 'object'],
    ['a', 'object'],
    [[], 'object'],
    [{}, 'key'],
    [{ type: 'like', key: 'a', value: 'b' }, 'type'],
    [{ type: 'toString', key: 'a', value: 'b' }, 'type'],
    [{ type: ['eq'], key: 'a', value: 'b' }, 'type'],
    [nest(6), 'levels'],
    [{ type: 'and', filters: list(50, condition) }, 'conditions'],
    [{ type: 'or', filters: [] }, 'filters'],
    [{ type: 'and', filters: { length: 1 } }, 'filters'],
    [{ type: 'not' }, 'object'],
    [{ type: 'in', key: 'a', value: 'b' }, 'list'],
    [{ type: 'in', key: 'a', value: list(201, 1) }, 'list'],
    [{ type: 'in', key: 'a', value: [[1]] }, 'list'],
    [{ type: 'eq', key: 'a' }, 'value'],
    [{ type: 'eq', key: 'a', value: null }, 'value'],
    [{ type: 'eq', key: 'a', value: Number.NaN }, 'value'],
    [{ type: 'eq', key: 'a', value: 'x'.repeat(1_001) }, 'value'],
    [{ type: 'eq', key: 'a', value: 'a\0' }, 'value'],
    [{ type: 'eq', key: 'a\0', value: 'a' }, 'key'],
    [{ type: 'eq', key: 'a', value: '\ud800' }, 'value'],
    [{ type: 'ne', key: 'a', value: 'a\udc00b' }, 'value'],
    [{ type: 'in', key: 'a', value: ['a', '\ude00\ud83d'] }, 'value'],
    [{ type: 'eq', key: '\ud800', value: 'a' }, 'key'],
    [{ type: 'or', filters: list(6, { type: 'in', key: 'a', value: list(200, 'x') }) }, 'values'],
    [
      { type: 'not', filter: { type: 'and', filters: list(11, { type: 'nin', key: 'a', value: list(91, 1) }) } },
      'values',
    ],
    [{ type: 'eq', key: 'x'.repeat(201), value: 'a' }, 'key'],
    [{ type: 'gt', key: 'a', value: true }, 'number'],
    [{ type: 'lt', key: 'a', value: 'soon' }, 'number'],
    [{ type: 'lt', key: 'a', value: '2026-99-99' }, 'number'],
  ])('rejects %j and says what is wrong', (filter, reason) => {
    expect(() => checkFilter(filter)).toThrow(
      expect.objectContaining({
        name: 'KnowledgeSearchError',
        param: 'filter',
        message: expect.stringContaining(reason),
      }),
    );
  });
});
