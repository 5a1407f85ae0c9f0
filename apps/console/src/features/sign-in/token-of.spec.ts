import { describe, expect, it } from '@jest/globals';
import { readTokenOf } from './token-of.js';

describe('the token of an address', () => {
  it.each([
    ['#token=ml_setup_0aZ', 'ml_setup_0aZ'],
    ['token=ml_setup_0aZ', 'ml_setup_0aZ'],
    ['#other=1&token=ml_setup_0aZ', 'ml_setup_0aZ'],
    ['#', ''],
    ['', ''],
    ['#ml_setup_0aZ', ''],
  ])('of %j is %j', (hash, token) => {
    expect(readTokenOf(hash)).toBe(token);
  });
});
