import { describe, expect, it } from '@jest/globals';
import { compareFields } from './compare-fields.js';

describe('the fields of a change', () => {
  it('are listed with those first that differ', () => {
    const changes = compareFields({ name: 'a', rpm: 1 }, { name: 'a', rpm: 2 });
    expect(changes.map(({ name, isChanged }) => [name, isChanged])).toEqual([
      ['rpm', true],
      ['name', false],
    ]);
  });

  it('have no value before they exist, which is not the same as null', () => {
    expect(compareFields(null, { a: null })).toEqual([
      { name: 'a', before: undefined, after: 'null', isChanged: true },
    ]);
    expect(compareFields({ a: 1 }, null)).toEqual([{ name: 'a', before: '1', after: undefined, isChanged: true }]);
  });

  it('are the same if only the order of members differs', () => {
    const [change] = compareFields({ a: { x: 1, y: { p: 1, q: 2 } } }, { a: { y: { q: 2, p: 1 }, x: 1 } });
    expect(change?.isChanged).toBe(false);
  });

  it('differ if the order of a list does', () => {
    expect(compareFields({ a: [1, 2] }, { a: [2, 1] })[0]?.isChanged).toBe(true);
  });

  it('are none of a change that only says that it happened', () => {
    expect(compareFields(null, null)).toEqual([]);
  });

  it('are those of the record alone, also by the names of every object', () => {
    expect(compareFields({}, { constructor: 'x' })).toEqual([
      { name: 'constructor', before: undefined, after: 'x', isChanged: true },
    ]);
  });
});
