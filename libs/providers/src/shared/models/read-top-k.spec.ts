import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { readTopK } from './read-top-k.js';

const read = (value: unknown) => readTopK({ model: 'm', messages: [], top_k: value } as ChatRequest);

describe('readTopK', () => {
  test.each([
    [undefined, undefined],
    [null, undefined],
    [40, 40],
    [0, 0],
    [-1, 0],
  ])('reads %j as %j', (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  test.each([1.5, -2, '40', true, [40], Number.NaN, 2 ** 60])('rejects %j, which is no count', (value) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'top_k' }));
  });
});
