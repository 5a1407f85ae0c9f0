import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface MoneyTextProps {
  readonly usd: number;
  /** Decimals of the column, so that its amounts can be compared and added. Default: as the amount needs. */
  readonly decimals?: number | undefined;
}

/** US dollars. Amounts under a cent keep their first digits, unless their column has one precision. */
export function MoneyText({ decimals, usd }: MoneyTextProps): ReactNode {
  const { i18n } = useTranslation();
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(usd, i18n.language, decimals)}</span>;
}

/** Decimals of amounts of single requests. */
export const DECIMALS_OF_REQUESTS = 6;

export function formatMoney(usd: number, language: string, decimals?: number): string {
  const isTiny = decimals === undefined && usd !== 0 && Math.abs(usd) < 0.01;
  const digits: Intl.NumberFormatOptions = isTiny
    ? { maximumSignificantDigits: 3 }
    : { minimumFractionDigits: decimals ?? 2, maximumFractionDigits: decimals ?? 2 };
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...digits });
  const least = 10 ** -(decimals ?? 0);
  // An amount that rounds to nothing is not nothing.
  return decimals !== undefined && usd > 0 && usd < least / 2 ? `<${format.format(least)}` : format.format(usd);
}

const FEWEST_DECIMALS = 2;
const MOST_DECIMALS = 8;

/** Digits that the largest amount of a column is read with at least: cents of ten dollars. */
const DIGITS_OF_LARGEST = 4;

/**
 * Decimals of a column: as many as two digits of its smallest amount need, between 2 and 8, and no more than four digits of its largest: beside
 * dollars, thousandths of a cent say nothing.
 */
export function decimalsOf(amounts: readonly number[]): number {
  const positive = amounts.filter((usd) => usd > 0);
  if (positive.length === 0) return FEWEST_DECIMALS;
  const wanted = 1 - placeOf(Math.min(...positive));
  const useful = DIGITS_OF_LARGEST - 1 - placeOf(Math.max(...positive));
  return Math.min(MOST_DECIMALS, Math.max(FEWEST_DECIMALS, Math.min(wanted, useful)));
}

/** Decimals that show each price as it is, between 2 and 8: a price that is rounded is another price. */
export function decimalsOfPrices(prices: readonly number[]): number {
  const written = prices.map((usd) => usd.toFixed(MOST_DECIMALS).replace(/0+$/, '').split('.')[1]?.length ?? 0);
  return Math.max(FEWEST_DECIMALS, ...written);
}

/** Place of the first digit: 0 of one dollar, -2 of one cent. */
function placeOf(usd: number): number {
  return Math.floor(Math.log10(usd));
}

/** Sum of amounts as a column shows them, so that the shown parts add up to the shown whole. */
export function sumShown(amounts: readonly number[], decimals: number): number {
  const unit = 10 ** decimals;
  return amounts.reduce((sum, usd) => sum + Math.round(usd * unit), 0) / unit;
}
