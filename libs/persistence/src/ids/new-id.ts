import { createHash, randomFillSync } from 'node:crypto';

/** 74 bits of randomness and a millisecond: ids of one process are also in the order in which they were made. */
const state = { time: 0, counter: 0 };
const random = new Uint8Array(10);

/**
 * A UUIDv7 (RFC 9562, section 5.7): milliseconds, then a counter of 12 bits (section 6.2, method 1), then 62 random bits.
 * The counter starts at random in its lower half each millisecond; when it is spent, the time runs ahead by one.
 */
export function newId(now: number = Date.now()): string {
  randomFillSync(random);
  if (now > state.time) {
    state.time = now;
    state.counter = ((random[0] ?? 0) << 3) | ((random[1] ?? 0) & 7);
  } else if (++state.counter > 0xfff) {
    state.time += 1;
    state.counter = ((random[0] ?? 0) << 3) | ((random[1] ?? 0) & 7);
  }
  const time = state.time.toString(16).padStart(12, '0');
  const counter = (0x7000 | state.counter).toString(16);
  const tail = Buffer.from(random.subarray(2));
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const rest = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${counter}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/**
 * The id of what belongs to something else, by a name: the same each time, and in the order of its owner's among ids of `newId`. It is a
 * UUIDv7 whose random part is a hash.
 */
export function derivedId(owner: string, name: string): string {
  const hash = createHash('sha256').update(`${owner} ${name}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(3, 5), 16) & 0x3f) | 0x80).toString(16);
  return `${owner.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(5, 7)}-${hash.slice(7, 19)}`;
}

/** The least id that `newId` can make at a time, in milliseconds since the epoch. */
export function firstIdOf(time: number): string {
  const digits = Math.min(Math.max(time, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Time at which an id was made, to the millisecond: its first twelve digits. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True if a text has the form of an id: lower case, with hyphens. Anything else is found nowhere. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
