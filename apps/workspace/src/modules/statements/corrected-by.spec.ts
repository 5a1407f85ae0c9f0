import { describe, expect, it } from '@jest/globals';
import { correctedBy } from './statements.service.js';

const closed = (...months: string[]) => months.map((month) => ({ month }));

describe('the months that an open month corrects', () => {
  it('are those closed before it without an open one between, the earliest first', () => {
    expect(correctedBy('2027-01', closed('2026-12', '2026-11', '2026-09'))).toEqual(['2026-11', '2026-12']);
  });

  it('are none where the month before is open', () => {
    expect(correctedBy('2027-01', closed('2026-11'))).toEqual([]);
  });

  it('are twelve at most', () => {
    const months = Array.from({ length: 30 }, (_, back) =>
      new Date(Date.UTC(2026, 11 - back)).toISOString().slice(0, 7),
    );
    expect(correctedBy('2027-01', closed(...months))).toHaveLength(12);
    expect(correctedBy('2027-01', closed(...months))[0]).toBe('2026-01');
  });

  it('are in no two open months', () => {
    const months = closed('2026-10', '2026-12');
    expect([correctedBy('2026-11', months), correctedBy('2027-01', months), correctedBy('2027-02', months)]).toEqual([
      ['2026-10'],
      ['2026-12'],
      [],
    ]);
  });
});
