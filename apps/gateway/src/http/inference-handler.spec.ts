import { describe, expect, it } from '@jest/globals';
import { isLarge } from './inference-handler.js';

describe('a large request', () => {
  it('is one whose size is large or unknown', () => {
    expect(isLarge({ 'content-length': '1000' })).toBe(false);
    expect(isLarge({ 'content-length': '1000000' })).toBe(true);
    expect(isLarge({ 'content-length': '1000', 'content-encoding': 'gzip' })).toBe(true);
    expect(isLarge({ 'transfer-encoding': 'chunked' })).toBe(true);
  });
});
