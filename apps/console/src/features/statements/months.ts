const MOST_MONTHS = 24;

/** Months of UTC, such as `2027-01`: the running one and those before it, the latest first. */
export function listMonths(now: Date): readonly string[] {
  return Array.from({ length: MOST_MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

/** The month of the address, or the one before the running one, which is the first that can be closed. */
export function readMonth(text: string | undefined, now: Date): string {
  const months = listMonths(now);
  return months.find((month) => month === text) ?? months[1] ?? '';
}

/** A month in the words of a language. */
export function nameMonth(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}
