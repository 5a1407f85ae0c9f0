import { randomFillSync } from 'node:crypto';

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

/** Ten random bytes an id, fetched for many at once: asking the system costs more than an id. */
const BYTES = 10;
const pool = Buffer.alloc(BYTES * 512);
let used = pool.length;

/** The variant of RFC 9562 in two bits, with two random ones. */
const VARIANTS = '89ab';

/** The first half of ids of a millisecond. */
let idPrefix = { time: -1, text: '' };

/**
 * The id of a request (UUIDv7, RFC 9562): the millisecond of its arrival, then 74 random bits. Requests are recorded when
 * they end, so that ids are not in the order in which they are made, as those of `newId` are.
 *
 * @param time milliseconds since the epoch
 */
export function makeRecordId(time: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + BYTES);
  const variant = VARIANTS[(pool[used] ?? 0) & 3];
  used += BYTES;
  const milliseconds = Math.trunc(time);
  if (milliseconds !== idPrefix.time) idPrefix = { time: milliseconds, text: describeTime(milliseconds) };
  return `${idPrefix.text}-7${random.slice(2, 5)}-${variant}${random.slice(5, 8)}-${random.slice(8)}`;
}

function describeTime(milliseconds: number): string {
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
