import { describe, expect, it } from '@jest/globals';
import { formatDuration } from './duration-text.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [4570, '4.57 sec'],
    [60_000, '1 min'],
    [5_400_000, '1.5 hr'],
    [86_400_000, '24 hr'],
    [604_800_000, '7 days'],
  ])('of %s milliseconds is %s', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text);
  });
});
