import { describe, expect, it } from '@jest/globals';
import { dayIn, listZones, readZone, startOfDay } from './zone-days.js';

const HOUR_MS = 3_600_000;
const hoursOf = (day: string, next: string, zone: string) => (startOfDay(next, zone) - startOfDay(day, zone)) / HOUR_MS;

describe('days of a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-26', 25],
    ['Europe/Berlin', '2026-07-01', '2026-07-02', 24],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-05', 23.5],
    ['America/Havana', '2026-03-08', '2026-03-09', 23],
    ['America/Havana', '2026-11-01', '2026-11-02', 25],
  ])('have as many hours as the clocks of %s say on %s', (zone, day, next, hours) => {
    expect(hoursOf(day, next, zone)).toBe(hours);
  });

  it('begin at the first moment of the day, also without a midnight', () => {
    expect(new Date(startOfDay('2026-11-20', 'Asia/Kathmandu')).toISOString()).toBe('2026-11-19T18:15:00.000Z');
    expect(new Date(startOfDay('2026-03-08', 'America/Havana')).toISOString()).toBe('2026-03-08T05:00:00.000Z');
    expect(new Date(startOfDay('2026-11-20', undefined)).toISOString()).toBe('2026-11-20T00:00:00.000Z');
  });

  it('are those of the moment, and of UTC without a zone', () => {
    const at = Date.parse('2026-11-20T18:20:00Z');
    expect([dayIn(at, undefined), dayIn(at, 'Asia/Kathmandu'), dayIn(at, 'Asia/Kolkata')]).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-20',
    ]);
  });

  it('have a zone that the browser knows, or UTC', () => {
    expect(['Europe/Berlin', 'Asia/Calcutta', 'UTC', 'Mars/Olympus', undefined].map(readZone)).toEqual([
      'Europe/Berlin',
      'Asia/Kolkata',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are listed once, by the names of today, with that of the browser behind UTC', () => {
    expect(listZones('Asia/Calcutta', ['Africa/Cairo', 'Asia/Calcutta', 'Asia/Katmandu', 'UTC'])).toEqual([
      'UTC',
      'Asia/Kolkata',
      'Africa/Cairo',
      'Asia/Kathmandu',
    ]);
  });
});
