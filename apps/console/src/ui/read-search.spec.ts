import { describe, expect, it } from '@jest/globals';
import { readTexts } from './read-search.js';

describe('search parameters of an address', () => {
  it('are texts, whatever the router made of them', () => {
    expect(readTexts({ q: 'a', page: 42, live: true, other: 'x' }, ['q', 'page', 'live'])).toEqual({
      q: 'a',
      page: '42',
      live: 'true',
    });
  });

  it.each([[{ a: 1 }], [['a', 'b']], [null], [''], ['x'.repeat(501)]])('are left out if they are not: %j', (value) => {
    expect(readTexts({ q: value }, ['q'])).toEqual({});
  });
});
