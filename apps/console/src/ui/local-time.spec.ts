import { describe, expect, it } from '@jest/globals';
import { toIsoTime, toLocalInput } from './local-time.js';

describe('times of date fields', () => {
  it('a time survives the way to the field and back, to the minute', () => {
    expect(toIsoTime(toLocalInput('2026-03-29T01:30:00.000Z'))).toBe('2026-03-29T01:30:00.000Z');
  });

  it('an empty or unfinished field is no time', () => {
    expect([toIsoTime(''), toIsoTime('2026-13')]).toEqual([null, null]);
    expect(toLocalInput('never')).toBe('');
  });
});
