import { describe, expect, it } from '@jest/globals';
import { describeDistance } from './describe-distance.js';

const NOW = Date.parse('2026-06-15T12:00:00Z');

describe('the distance of a time', () => {
  it.each([
    ['2026-06-15T12:00:00Z', 'now'],
    ['2026-06-15T11:59:20Z', '40 seconds ago'],
    ['2026-06-15T11:59:00Z', '1 minute ago'],
    ['2026-06-15T13:00:00Z', 'in 1 hour'],
    ['2026-06-14T12:00:00Z', 'yesterday'],
    ['2026-06-25T12:00:00Z', 'in 10 days'],
    ['2026-01-01T12:00:00Z', 'Jan 1, 2026'],
  ])('%s is %s', (at, text) => {
    expect(describeDistance(Date.parse(at), NOW, 'en')).toBe(text);
  });
});
