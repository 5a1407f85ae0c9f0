import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A whole number, grouped as in the language of the person. */
export function CountText({ n }: { readonly n: number }): ReactNode {
  const { i18n } = useTranslation();
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{new Intl.NumberFormat(i18n.language).format(n)}</span>;
}
