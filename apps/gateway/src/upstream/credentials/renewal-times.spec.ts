import { describe, expect, it } from '@jest/globals';
import { pauseAfter, timeToRenewal } from './renewal-times.js';

const MINUTE = 60_000;

describe('the renewal of a credential', () => {
  it.each([
    ['an hour left: four minutes before the end', 60 * MINUTE, 56 * MINUTE],
    ['ten minutes left: four minutes before the end', 10 * MINUTE, 6 * MINUTE],
    ['five minutes left: after half of it', 5 * MINUTE, 2.5 * MINUTE],
    ['a minute left: after half of it', MINUTE, MINUTE / 2],
    ['next to nothing left: not at once', 10, 1_000],
    ['a year left: within what a timer accepts', 365 * 24 * 60 * MINUTE, 2_147_483_647],
  ])('%s', (_, remaining, expected) => {
    expect(timeToRenewal(remaining)).toBe(expected);
  });

  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [6, 30_000],
    [2_000, 30_000],
  ])('after %i failures in a row the issuer is left alone for %i ms, or down to half of that', (failures, pause) => {
    expect(pauseAfter(failures, 0)).toBe(pause);
    expect(pauseAfter(failures, 0.5)).toBe(pause * 0.75);
  });
});
