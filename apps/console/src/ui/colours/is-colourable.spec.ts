import { describe, expect, it } from '@jest/globals';
import { isColourable } from './is-colourable.js';

describe('code that is coloured', () => {
  it('is not too long, and has no word or gap that is read again and again', () => {
    expect(isColourable('x = 1\n'.repeat(3_000), 'python')).toBe(true);
    expect(isColourable('x = 1\n'.repeat(4_000), 'python')).toBe(false);
    expect(isColourable('a'.repeat(1_000), 'typescript')).toBe(false);
    expect(isColourable(`x = "${'1_'.repeat(600)}"`, 'typescript')).toBe(false);
    expect(isColourable(`x${'\n'.repeat(1_000)}y`, 'typescript')).toBe(false);
  });

  it('may hold long words if it is JSON, such as an image', () => {
    expect(isColourable(`{"data":"${'A'.repeat(10_000)}"}`, 'json')).toBe(true);
  });
});
