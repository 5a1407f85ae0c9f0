import { expect, it } from '@jest/globals';
import { listLost } from './list-lost.js';
import { kindOf } from './traffic-mix.js';

it('counts lost requests by their kind', () => {
  const { name } = kindOf(7);
  expect(listLost(['chaos-soak-1-7', 'chaos-soak-2-7', 'chaos-soak-key-3-1', 'chaos-soak-key-4-2'])).toEqual([
    `not recorded: ${name} (2)`,
    'not recorded: chaos-soak-key (2)',
  ]);
  expect(listLost([])).toEqual([]);
});
