import { ScimError } from './scim-error.js';

/** The version of a resource, weak, since it says that two are alike and not that they are the same bytes. */
export function etagOf(revision: number): string {
  return `W/"${revision}"`;
}

/** Fails with 412 unless If-Match, where it is sent, names the version (RFC 7644 section 3.14). */
export function requireMatch(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || lists(ifMatch, version)) return;
  throw new ScimError('precondition_failed', undefined, {});
}

/** True if If-None-Match names this version. */
export function isKnown(ifNoneMatch: string | undefined, version: string): boolean {
  return ifNoneMatch !== undefined && lists(ifNoneMatch, version);
}

function lists(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//i, '').replace(/^"|"$/g, '');
  return header.split(',').some((tag) => opaque(tag) === opaque(version));
}
