import { randomFillSync } from 'node:crypto';

/** Ten random bytes an id, fetched for many at once: asking the system costs more than an id. */
const BYTES = 10;
const pool = Buffer.alloc(BYTES * 512);
let used = pool.length;

/** The variant of RFC 9562 in two bits, with two random ones. */
const VARIANTS = '89ab';

/** The first half of ids of a millisecond. */
let prefix = { time: -1, text: '' };

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
  if (milliseconds !== prefix.time) prefix = { time: milliseconds, text: describeTime(milliseconds) };
  return `${prefix.text}-7${random.slice(2, 5)}-${variant}${random.slice(5, 8)}-${random.slice(8)}`;
}

function describeTime(milliseconds: number): string {
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
