/** Amounts and times in the texts of alerts. */

const LONGEST_NAME = 120;

export function describeUsd(amount: number): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

export const describeCount = (count: number): string => count.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Amounts of budgets, by their unit. */
export const AMOUNTS = {
  usd: describeUsd,
  tokens: (amount: number) => `${describeCount(amount)} tokens`,
  requests: (amount: number) => `${describeCount(amount)} requests`,
} as const;

/** @param share 1 is 100% */
export const describeShare = (share: number): string =>
  `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;

export function describeMs(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
}

/** @param at Milliseconds since the epoch, or a date */
export const describeTime = (at: number | Date): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A name that people chose, in one line and of a sensible length. */
export function describeName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > LONGEST_NAME ? `${startOf(line, LONGEST_NAME)}…` : line;
}

/** The beginning of a text, without half a character at its end: databases and receivers accept none in JSON. */
export const startOf = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
