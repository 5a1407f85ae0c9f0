import { describe, expect, test } from '@jest/globals';
import { parseDuration, readRetryAfter } from './read-retry-after.js';

const DATE = 'Fri, 20 Nov 2026 12:00:00 GMT';

describe('readRetryAfter', () => {
  test.each([
    ['seconds', { 'retry-after': '20' }, 20],
    ['fractions, rounded up', { 'retry-after': '0.2' }, 1],
    ['milliseconds first', { 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    ['a duration', { 'retry-after': '1m30s' }, 90],
    ['a list of headers', { 'retry-after': ['7', '8'] }, 7],
    ['a date, against the date of the answer', { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT', date: DATE }, 30],
    ['a date that has passed', { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT', date: DATE }, 0],
    ['a date without a date of the answer', { 'retry-after': DATE }, undefined],
    ['words', { 'retry-after': 'soon', date: DATE }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['more than a day', { 'retry-after': '1e9', 'retry-after-ms': '999999999999' }, 86_400],
    [
      'the reset of the limit that is used up',
      {
        'x-ratelimit-remaining-requests': '5',
        'x-ratelimit-reset-requests': '23h',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      360,
    ],
    ['no reset of a limit that is not used up', { 'x-ratelimit-reset-requests': '1s' }, undefined],
    ['nothing', {}, undefined],
  ])('reads %s', (_name, headers, seconds) => {
    expect(readRetryAfter(headers)).toBe(seconds);
  });
});

describe('parseDuration', () => {
  test.each([
    ['1s', 1],
    ['6m0s', 360],
    ['1h2m3s', 3723],
    ['120ms', 0.12],
    ['34.4s', 34.4],
    ['2d', 172_800],
    ['12', 12],
    ['12 s', undefined],
    ['s', undefined],
    ['', undefined],
    ['1s later', undefined],
  ])('%s is %s seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });
});
