/** Names that reach an object's prototype instead of its members. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The path of a member by which a body could change what objects are; undefined when there is none. */
export function findForbiddenName(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (FORBIDDEN.has(name)) return here;
    const found = findForbiddenName(member, here);
    if (found !== undefined) return found;
  }
  return undefined;
}
