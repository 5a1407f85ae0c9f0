/** Only the first millisecond of it is a time (ECMAScript, "time values"). */
const LAST_SECOND = 8.64e12;

let cachedSecond = Number.NaN;
/** The date and time of `cachedSecond`, up to the point before its milliseconds. */
let prefix = '';

/**
 * Milliseconds since the epoch as RFC 3339 in UTC, to the millisecond: what `Date#toISOString` says, which is asked
 * only once a second, because it costs 0.5 µs.
 * @throws RangeError when no date has this number.
 */
export function formatTime(milliseconds: number): string {
  // A date drops what is finer than a millisecond, towards zero.
  const whole = Math.trunc(milliseconds);
  const second = Math.floor(whole / 1000);
  if (second !== cachedSecond) {
    const text = new Date(whole).toISOString();
    prefix = text.slice(0, -4);
    cachedSecond = second === LAST_SECOND ? Number.NaN : second;
    return text;
  }
  const rest = whole - second * 1000;
  const padding = rest < 10 ? '00' : rest < 100 ? '0' : '';
  return `${prefix}${padding}${rest}Z`;
}
