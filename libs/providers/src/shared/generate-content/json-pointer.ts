import type { Json } from './native-types.js';

/** The part of a schema that a reference names: a JSON pointer within it (RFC 6901). Undefined for one that leads nowhere or elsewhere. */
export function resolveReference(reference: string, root: Json): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = decodeFragment(reference.slice(1)).split('/').slice(1);
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(Object(value), name) ? (value as Json)[name] : undefined;
  }, root);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
