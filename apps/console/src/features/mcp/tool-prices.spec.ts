import { describe, expect, it } from '@jest/globals';
import { areToolPrices, readToolPrices, writeToolPrices } from './tool-prices.js';

describe('prices of tools', () => {
  it.each<[string, object | null]>([
    ['', null],
    [' \n', null],
    ['search: 0.01', { search: 0.01 }],
    ['search: $0.01\n\n read :2', { search: 0.01, read: 2 }],
    ['crm:search: 1', { 'crm:search': 1 }],
    ['tiny: 1e-7', { tiny: 1e-7 }],
  ])('%j reads as %j', (text, prices) => {
    expect(areToolPrices(text)).toBe(true);
    expect(readToolPrices(text)).toEqual(prices);
  });

  it.each(['search', 'search:', 'search: free', 'search: -1', ': 1', 'two words: 1', 'a: 1\na: 2', 'a: 1000001', 'b:'])(
    '%j is rejected',
    (text) => {
      expect(areToolPrices(text)).toBe(false);
    },
  );

  it('stored prices read the same again', () => {
    const prices = { search: 0.01, 'crm:read': 0, tiny: 1e-7 };
    expect(readToolPrices(writeToolPrices(prices))).toEqual(prices);
  });
});
