import { describe, expect, it } from '@jest/globals';
import { findScheduleProblem, nextTime } from './schedule.js';

const next = (cron: string, timezone: string, after: string) =>
  nextTime({ cron, timezone }, new Date(after))?.toISOString();

describe('schedules', () => {
  it.each([
    ['in UTC', '0 9 * * *', 'UTC', '2026-11-25T09:00:00Z', '2026-11-26T09:00:00.000Z'],
    ['in a time zone', '0 9 * * MON', 'Europe/Berlin', '2026-11-25T00:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['in summer time', '0 9 * * *', 'Europe/Berlin', '2026-07-01T08:00:00Z', '2026-07-02T07:00:00.000Z'],
    [
      'right after an hour that is skipped',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'an hour that is repeated, the first time',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    ['and not the second time', '30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ])('are due %s', (_what, cron, timezone, after, due) => {
    expect(next(cron, timezone, after)).toBe(due);
  });

  it.each([
    ['seconds', '0 0 9 * * *', 'UTC', 'cron'],
    ['words', 'tomorrow', 'UTC', 'cron'],
    ['a day that never comes', '0 0 31 2 *', 'UTC', 'cron'],
    ['an unknown zone', '0 9 * * *', 'Mars/Olympus', 'timezone'],
  ])('reject %s', (_what, cron, timezone, field) => {
    expect(findScheduleProblem({ cron, timezone })).toMatchObject({ field });
  });

  it('accept the usual ones', () => {
    expect(findScheduleProblem({ cron: '*/15 8-18 * * MON-FRI', timezone: 'America/New_York' })).toBeUndefined();
  });
});
