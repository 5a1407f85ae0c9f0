import { isDeepStrictEqual } from 'node:util';
import { type Json, type Places, readPath } from './json-path.js';

/**
 * Outcome of a member: it stands in its place; it stands elsewhere; it is gone; it was rejected with a code and the field's name; or
 * neither format has a word for it (`-`).
 */
export type Outcome = Found | Named;

export type Found = 'exact' | 'moved' | 'dropped' | `refused ${string}` | '-';

/** Outcome with the names in the answer's `X-Service-Adjusted`, behind ` as `. */
export type Named = `${Found} as ${string}`;

/** One way of saying it, or several that mean the same. */
export type Standing = Places | readonly Places[];

/**
 * Looks for what was said. `standing` says where it belongs; the sentinels, unmistakable texts or numbers, tell whether
 * what is not there stands elsewhere.
 */
export function judge(body: unknown, standing: Standing | undefined, sentinels: readonly unknown[]): Found {
  const ways: readonly Places[] =
    standing === undefined ? [] : Array.isArray(standing) ? standing : [standing as Places];
  if (ways.some((places) => stands(body, places))) return 'exact';
  const text = JSON.stringify(body);
  const isThere = sentinels.length > 0 && sentinels.every((sentinel) => text.includes(unquoted(sentinel)));
  return isThere ? 'moved' : 'dropped';
}

function stands(body: unknown, places: Places): boolean {
  const entries = Object.entries(places);
  return entries.length > 0 && entries.every(([path, value]) => isDeepStrictEqual(readPath(body, path), value));
}

/** A text as it stands within JSON. */
function unquoted(sentinel: unknown): string {
  const text = JSON.stringify(sentinel);
  return typeof sentinel === 'string' ? text.slice(1, -1) : text;
}

/** True if one body says everything that another says, apart from `ignored` members of the top level. */
export function isEquivalent(body: Json, other: Json, ignored: readonly string[]): boolean {
  const strip = (value: Json) => Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.includes(name)));
  return isDeepStrictEqual(strip(body), strip(other));
}
