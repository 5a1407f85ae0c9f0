import { describe, expect, it } from '@jest/globals';
import { fromViewSearch, toViewSearch } from './view-search.js';

describe('the address of a saved view', () => {
  it('has filters and order, and not what is open', () => {
    const search = { model: 'a & b', order: '-cost_usd', open: 'id', tab: 'cost', team: undefined, q: '' };
    expect(toViewSearch(search)).toBe('model=a+%26+b&order=-cost_usd');
  });

  it('replaces the filters that are there', () => {
    const before = { outcome: 'failed', open: 'id', model: 'x' };
    expect(fromViewSearch('model=a+%26+b&open=other', before)).toEqual({
      outcome: undefined,
      open: undefined,
      model: 'a & b',
    });
  });
});
