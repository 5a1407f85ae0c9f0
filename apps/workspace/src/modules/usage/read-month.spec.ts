import { describe, expect, it } from '@jest/globals';
import { daysBefore, readMonth } from './read-month.js';

const NOW = new Date('2028-02-10T06:00:00Z');

describe('a month of UTC', () => {
  it('is the running one, if none is given', () => {
    expect(readMonth(undefined, NOW)).toEqual({
      firstDay: '2028-02-01',
      lastDay: '2028-02-29',
      today: '2028-02-10',
      partOfToday: 0.25,
    });
  });

  it.each([
    ['2027-12', '2027-12-31'],
    ['2027-02', '2027-02-28'],
    ['2027-04', '2027-04-30'],
  ])('%s ends on %s', (month, lastDay) => {
    expect(readMonth(month, NOW)).toMatchObject({ firstDay: `${month}-01`, lastDay, today: '2028-02-10' });
  });

  it('begins after the last days of another', () => {
    expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29');
  });
});
