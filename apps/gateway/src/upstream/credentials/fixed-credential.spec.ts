import { describe, expect, it } from '@jest/globals';
import { FixedCredential } from './fixed-credential.js';

describe('credentials that the configuration holds', () => {
  it.each([
    ['several are rotated (decisions section 6)', ['a', 'b', 'c'], ['a', 'b', 'c', 'a']],
    ['one is used always', ['a'], ['a', 'a', 'a', 'a']],
    ['none is none', [], [undefined, undefined, undefined, undefined]],
  ])('%s', (_, credentials, expected) => {
    const source = new FixedCredential(credentials);
    expect(Array.from({ length: 4 }, () => source.current())).toEqual(expected);
  });
});
