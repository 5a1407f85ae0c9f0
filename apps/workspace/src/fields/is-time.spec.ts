import { describe, expect, it } from '@jest/globals';
import { isTime, parseTime } from './is-time.js';

describe('an RFC 3339 time', () => {
  it.each([
    ['in UTC', '2027-01-31T10:20:30Z', '2027-01-31T10:20:30.000Z'],
    ['in another zone', '2027-01-31T10:20:30.25+05:30', '2027-01-31T04:50:30.250Z'],
    ['in small letters', '2027-01-31t10:20:30z', '2027-01-31T10:20:30.000Z'],
    ['with nanoseconds', '2027-01-31T10:20:30.123456789Z', '2027-01-31T10:20:30.123Z'],
    ['in small letters with nanoseconds', '2027-01-31t00:00:00.123456789z', '2027-01-31T00:00:00.123Z'],
    ['of a leap day', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['of a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['of a leap second in another zone', '2017-01-01T05:29:60.7+05:30', '2017-01-01T00:00:00.000Z'],
    ['at the end of what can be written', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is read', (_what, text, moment) => {
    expect(isTime(text)).toBe(true);
    expect(parseTime(text).toISOString()).toBe(moment);
  });

  it.each([
    ['a number', 1_800_000_000],
    ['a day', '2027-01-31'],
    ['without a zone', '2027-01-31T10:20:30'],
    ['a day that does not exist', '2027-02-29T00:00:00Z'],
    ['hour 24', '2027-01-31T24:00:00Z'],
    ['the year 0', '0000-01-31T00:00:00Z'],
    ['a year before 1 in UTC', '0001-01-01T00:00:00+01:00'],
    ['a year after 9999 in UTC', '9999-12-31T23:59:60Z'],
    ['words', 'tomorrow'],
  ])('%s is none', (_what, text) => {
    expect(isTime(text)).toBe(false);
  });
});
