import { expect, it } from '@jest/globals';
import { fieldOf, pick, without } from './form-values.js';

const VALUES = { name: 'a', url: 'https://example.com', 'auth.token': 'secret', targets: [] };

it.each([
  ['name', 'name'],
  ['auth.token', 'auth.token'],
  ['targets[0].model', 'targets'],
  ['targets.0', 'targets'],
  ['other', undefined],
  ['other.name', undefined],
  ['', undefined],
  [undefined, undefined],
])('finds the field of the form that a failure of %j is about: %j', (param, field) => {
  expect(fieldOf(param, VALUES)).toBe(field);
});

it('keeps secrets out of drafts, and gives them back to the form', () => {
  expect(without(VALUES, ['url', 'auth.token'])).toEqual({ name: 'a', targets: [] });
  expect(pick(VALUES, ['url', 'unknown'])).toEqual({ url: VALUES.url });
  expect([without(VALUES), pick(VALUES)]).toEqual([VALUES, {}]);
});
