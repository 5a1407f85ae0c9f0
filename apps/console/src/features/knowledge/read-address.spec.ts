import { expect, it } from '@jest/globals';
import { isAddress, isInterval } from './read-address.js';

it.each([
  ['https://example.com/a?b=c', true],
  ['  https://example.com  ', true],
  ['example.com', false],
  ['', false],
])('takes an address with its scheme: %j is one: %s', (text, is) => {
  expect(isAddress(text)).toBe(is);
});

it.each([
  ['', true],
  ['1', true],
  ['9999', true],
  ['0', false],
  ['10000', false],
  ['1.5', false],
  ['-1', false],
])('takes whole hours between two reads, or none: %j is right: %s', (hours, is) => {
  expect(isInterval(hours)).toBe(is);
});
