/** What the native providers do not take in an id, and what looks like the writing of such a character. */
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

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
