/**
 * Characters that the native providers do not take in an id, and texts that look like the writing of such a character.
 */
const UNUSUAL = /[^A-Za-z0-9_-]|_(?=x[0-9a-f]+_)/g;

/**
 * The id of a call in letters, digits, `_` and `-`, which are all that groups N and B take; other providers' ids have
 * dots and colons. Two ids never become one, or a result would answer another call: every other character is written as
 * its number (`a.b` as `a_x2e_b`), and an underscore too where it would look like such a writing.
 */
export function toNativeId(id: string): string {
  return id.replace(UNUSUAL, (character) => `_x${character.charCodeAt(0).toString(16)}_`);
}

/**
 * The same in no more than `length` characters (32 or more): of a longer one both ends are preserved and a checksum of the
 * whole between them.
 */
export function toShortNativeId(id: string, length: number): string {
  const native = toNativeId(id);
  if (native.length <= length) return native;
  const checksum = `_${hash(native).toString(16).padStart(8, '0')}_`;
  const end = Math.floor((length - checksum.length) / 2);
  return native.slice(0, length - checksum.length - end) + checksum + native.slice(-end);
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ALPHANUMERIC = /^[A-Za-z0-9]*$/;

/**
 * The id in exactly `length` letters and digits (9 or less): of any other id a hash, always the same for the same id. Of the
 * ids of a conversation two become one as good as never: nine characters hold 53 bits.
 */
export function toHashedId(id: string, length: number): string {
  if (id.length === length && ALPHANUMERIC.test(id)) return id;
  // Two hashes of 32 bits make one number that a double holds exactly.
  let rest = (hash(id, OTHER_PRIME) >>> 11) * 2 ** 32 + hash(id);
  let text = '';
  for (let at = 0; at < length; at++) {
    text += LETTERS_AND_DIGITS[rest % LETTERS_AND_DIGITS.length];
    rest = Math.floor(rest / LETTERS_AND_DIGITS.length);
  }
  return text;
}

/** Characters of the hash at the end of an id that was too long. */
const HASH_LENGTH = 9;

/** The id in no more than `length` characters (20 or more): a longer one begins as it did and ends in a hash of 53 bits. */
export function toLimitedId(id: string, length: number): string {
  if (id.length <= length) return id;
  return `${id.slice(0, length - HASH_LENGTH - 1)}_${toHashedId(id, HASH_LENGTH)}`;
}

const FNV_PRIME = 0x01000193;
/** Odd, so that no bit of a state is lost. */
const OTHER_PRIME = 0x85ebca6b;

/** FNV-1a, 32 bits; with another factor another hash. */
function hash(text: string, factor = FNV_PRIME): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), factor);
  return value >>> 0;
}
