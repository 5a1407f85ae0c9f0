import type { Json } from '../native-types.js';

/** The part of a schema that a reference names: a JSON pointer within it (RFC 6901). Undefined for one that leads nowhere or elsewhere. */
export function resolveReference(reference: string, root: Json): unknown {
  if (!reference.startsWith('#')) return undefined;
  let part: unknown = root;
  for (const step of decodeFragment(reference.slice(1)).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    // A reference may have many more steps, and be followed often.
    if (!Object.hasOwn(Object(part), name)) return undefined;
    part = (part as Json)[name];
  }
  return part;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
