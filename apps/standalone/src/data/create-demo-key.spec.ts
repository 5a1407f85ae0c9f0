import { describe, expect, it } from '@jest/globals';
import { createDemoKey, isDemoKey } from './create-demo-key.js';

describe('demo key', () => {
  it('is ml- and 32 base62 characters, another one each time', () => {
    const keys = Array.from({ length: 50 }, createDemoKey);
    for (const key of keys) expect(key).toMatch(/^ml-[0-9A-Za-z]{32}$/);
    expect(new Set(keys).size).toBe(50);
  });

  it.each([
    ['ml-0123456789ABCDEFGHIJKLMNOPabcdef', true],
    ['ml-0123456789ABCDEFGHIJKLMNOPabcde', false],
    ['ml-0123456789ABCDEFGHIJKLMNOPabcde}', false],
    ['sk-0123456789ABCDEFGHIJKLMNOPabcdef', false],
    [null, false],
    [7, false],
  ])('%p is recognised: %p', (value, expected) => {
    expect(isDemoKey(value)).toBe(expected);
  });
});
