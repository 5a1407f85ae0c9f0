import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 86_400_000;

/** Milliseconds under a second, seconds under a minute, minutes under an hour, hours under two days, else days. */
export function DurationText({ ms }: { readonly ms: number }): ReactNode {
  const { i18n } = useTranslation();
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatDuration(ms, i18n.language)}</span>;
}

export function formatDuration(ms: number, language: string): string {
  const format = (value: number, unit: string, maximumFractionDigits: number): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(value);
  if (ms < 1000) return format(ms, 'millisecond', 0);
  if (ms < 60_000) return format(ms / 1000, 'second', 2);
  if (ms < AN_HOUR_MS) return format(ms / 60_000, 'minute', 1);
  if (ms < 2 * A_DAY_MS) return format(ms / AN_HOUR_MS, 'hour', 1);
  return format(ms / A_DAY_MS, 'day', 1);
}
