import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A share from 0 to 1 as a percentage; a dash where there is none. */
export function ShareText({ share }: { readonly share: number | null }): ReactNode {
  const { i18n } = useTranslation();
  return share === null ? (
    '–'
  ) : (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatShare(share, i18n.language)}</span>
  );
}

export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** A difference of shares in percentage points, with its sign, and no sign before a zero. */
export function formatPoints(difference: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    difference * 100,
  );
}
