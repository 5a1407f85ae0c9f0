/** True if a parsed JSON value is an object, not null and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if a value is a place in a list, or a time in seconds: a whole number that is not negative. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** More tokens than any call has: a greater count is a fault, and would be a fault in sums, prices and budgets too. */
const MAX_TOKENS = 1_000_000_000;

/** A count of tokens as a provider reports it; undefined for what cannot be one (docs/contract/usage.md#estimates). */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : undefined;
}
