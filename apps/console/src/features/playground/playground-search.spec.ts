import { describe, expect, it } from '@jest/globals';
import { readPlaygroundSearch } from './playground-search.js';

describe('the lanes in the URL', () => {
  it.each([
    ['a list of names', ['a', 'b'], ['a', 'b']],
    ['one name', 'a', ['a']],
    ['at most four', ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'd']],
    ['the same model twice', ['a', 'a'], ['a', 'a']],
    ['nothing but texts', [1, '', null, 'a', 'x'.repeat(513)], ['a']],
    ['none', undefined, undefined],
  ])('are %s', (_, models, expected) => {
    expect(readPlaygroundSearch({ models }).models).toEqual(expected);
  });
});
