import { expect, it } from '@jest/globals';
import { countEffects } from './count-effects.js';
import { effectsOf, inputOf } from './killed-workflow.js';

it('counts requests that are missing, unknown and repeated', () => {
  const keys = new Map([
    ['run/first', 1],
    ['run/join', 2],
    ['other/first', 1],
  ]);
  const wanted = new Set(['run/first', 'run/join', 'run/last']);
  expect(countEffects(keys, wanted)).toEqual({ wanted: 3, missing: 1, unknown: 1, repeated: 1 });
});

it('wants each request of the branch that a run takes, and of each item', () => {
  const [even, odd] = [effectsOf('a', inputOf(2).takes_yes), effectsOf('b', inputOf(3).takes_yes)];
  expect([even.length, new Set([...even, ...odd]).size]).toEqual([204, 408]);
  expect([even.includes('a/yes'), even.includes('a/no'), odd.includes('b/yes'), odd.includes('b/no')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
