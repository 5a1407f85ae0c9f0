import { describe, expect, it } from '@jest/globals';
import { decimalsOf, decimalsOfPrices, formatMoney, sumShown } from './money-text.js';

const AMOUNTS = [0.0312, 0.0101, 0.00958, 0.00626, 0.000427, 0];

describe('a column of money', () => {
  it('has the decimals that its smallest amount needs', () => {
    expect(decimalsOf(AMOUNTS)).toBe(5);
    expect(decimalsOf([12, 0.4])).toBe(2);
    expect(decimalsOf([0, 0])).toBe(2);
    expect(decimalsOf([])).toBe(2);
    expect(decimalsOf([1e-12])).toBe(8);
  });

  it('has no more decimals than its largest amount is read with', () => {
    expect(decimalsOf([23.60118, 15.3, 0.00092])).toBe(2);
    expect(decimalsOf([4.2, 0.00092])).toBe(3);
    expect(formatMoney(0.00092, 'en', decimalsOf([23.60118, 0.00092]))).toBe('<$0.01');
  });

  it('shows each amount with them', () => {
    const decimals = decimalsOf(AMOUNTS);
    expect(AMOUNTS.map((usd) => formatMoney(usd, 'en', decimals))).toEqual([
      '$0.03120',
      '$0.01010',
      '$0.00958',
      '$0.00626',
      '$0.00043',
      '$0.00000',
    ]);
  });

  it('adds up to the sum of what it shows', () => {
    expect(sumShown([0.004, 0.004, 0.004], 2)).toBe(0);
    expect(sumShown([0.006, 0.006], 2)).toBe(0.02);
    expect(sumShown(AMOUNTS, 5)).toBe(0.05757);
  });

  it('shows no amount as nothing', () => {
    expect(formatMoney(0.0000001, 'en', 6)).toBe('<$0.000001');
    expect(formatMoney(0, 'en', 6)).toBe('$0.000000');
  });
});

describe('a column of prices', () => {
  it('has the decimals that show each price as it is', () => {
    expect(decimalsOfPrices([3, 15])).toBe(2);
    expect(decimalsOfPrices([0.075, 0.3])).toBe(3);
    expect(decimalsOfPrices([0.1 + 0.2])).toBe(2);
    expect(decimalsOfPrices([1e-12])).toBe(2);
    expect(decimalsOfPrices([])).toBe(2);
    expect(formatMoney(0.075, 'en', decimalsOfPrices([0.075, 15]))).toBe('$0.075');
  });
});

describe('a single amount', () => {
  it('keeps its first digits below a cent', () => {
    expect([12.5, 0.00042711, 0].map((usd) => formatMoney(usd, 'en'))).toEqual(['$12.50', '$0.000427', '$0.00']);
  });
});
