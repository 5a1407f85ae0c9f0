import { randomFillSync } from 'node:crypto';

/** Ten random bytes an id, fetched for many at once: asking the system costs more than an id. */
const pool = Buffer.alloc(10 * 512);
let used = pool.length;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

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
  const start = used;
  used += 10;
  const at = (index: number): string => HEX[pool[start + index] ?? 0] ?? '00';
  const digits = Math.trunc(time).toString(16).padStart(12, '0');
  const version = HEX[0x70 | ((pool[start] ?? 0) & 0x0f)] ?? '70';
  const variant = HEX[0x80 | ((pool[start + 2] ?? 0) & 0x3f)] ?? '80';
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${version}${at(1)}-${variant}${at(3)}-${at(4)}${at(5)}${at(6)}${at(7)}${at(8)}${at(9)}`;
}
