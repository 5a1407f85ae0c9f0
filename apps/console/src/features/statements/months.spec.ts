import { describe, expect, it } from '@jest/globals';
import { listMonths, nameMonth, readMonth } from './months.js';

const NOW = new Date('2027-01-31T23:30:00Z');

describe('months of statements', () => {
  it('begin with the running one, and go back two years without a gap', () => {
    expect(listMonths(NOW).slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11']);
    expect(listMonths(NOW).at(-1)).toBe('2025-02');
  });

  it('are the month before, where the address has none that there is', () => {
    expect(readMonth(undefined, NOW)).toBe('2026-12');
    expect(readMonth('2027-01', NOW)).toBe('2027-01');
    expect(readMonth('1999-13', NOW)).toBe('2026-12');
  });

  it('have names', () => {
    expect(nameMonth('2026-12', 'en')).toBe('December 2026');
    expect(nameMonth('2026-12', 'zh-CN')).toBe('2026年12月');
  });
});
