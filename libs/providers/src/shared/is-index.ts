/** True if a value is a place in a list, or a time in seconds: a whole number that is not negative. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
