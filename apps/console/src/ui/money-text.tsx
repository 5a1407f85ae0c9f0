import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** US dollars. Amounts under a cent keep their first digits. */
export function MoneyText({ usd }: { readonly usd: number }): ReactNode {
  const { i18n } = useTranslation();
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(usd, i18n.language)}</span>;
}

export function formatMoney(usd: number, language: string): string {
  const isTiny = usd !== 0 && Math.abs(usd) < 0.01;
  const digits: Intl.NumberFormatOptions = isTiny
    ? { maximumSignificantDigits: 3 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...digits }).format(usd);
}
