const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const;

/** A month and more away, a date says more than a distance. */
const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };

/** "3 minutes ago", "in 2 days", or a date; times in milliseconds since 1970. */
export function describeDistance(time: number, now: number, language: string): string {
  let distance = (time - now) / 1000;
  for (const [unit, size] of UNITS) {
    const count = Math.round(distance);
    if (Math.abs(count) < size) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
    distance /= size;
  }
  return new Intl.DateTimeFormat(language, DATE).format(time);
}
