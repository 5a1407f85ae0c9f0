import type { ReactNode } from 'react';
import { CountText } from './count-text.js';
import { MoneyText } from './money-text.js';

interface AmountTextProps {
  readonly amount: number;
  readonly unit: string;
  /** Decimals of dollars, so that two amounts that are compared have the same. */
  readonly decimals?: number;
}

/** An amount of a budget: dollars, or a number of tokens or requests. */
export function AmountText({ amount, decimals, unit }: AmountTextProps): ReactNode {
  return unit === 'usd' ? <MoneyText usd={amount} decimals={decimals} /> : <CountText n={amount} />;
}
