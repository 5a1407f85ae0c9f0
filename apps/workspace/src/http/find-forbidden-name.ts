/** Names that reach an object's prototype instead of its members. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const LONGEST_NAME = 80;

/** The path of a member by which a body could change what objects are; undefined when there is none. */
export function findForbiddenName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    if (FORBIDDEN.has(name)) return name;
    // The path is put together on the way back, so that names cost nothing if none is forbidden.
    const found = findForbiddenName(member);
    if (found !== undefined) return joinPaths(isList ? `[${name}]` : shorten(name), found);
  }
  return undefined;
}

/** A name that is not ours is the caller's own words. */
function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

function joinPaths(path: string, rest: string): string {
  return rest.startsWith('[') ? `${path}${rest}` : `${path}.${rest}`;
}
