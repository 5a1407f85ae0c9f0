import { expect, it } from '@jest/globals';
import { readCacheControl } from './read-cache-control.js';

it.each([
  [undefined, 'use'],
  ['', 'use'],
  ['max-age=0', 'use'],
  ['no-store', 'bypass'],
  ['No-Store', 'bypass'],
  ['no-cache, no-store', 'bypass'],
  ['no-cache', 'renew'],
  ['max-age=0 , no-cache', 'renew'],
  ['no-store-ever', 'use'],
])('Cache-Control: %s means %s', (header, wish) => {
  expect(readCacheControl(header)).toBe(wish);
});
