import type { ModelListing } from './manifest.js';

/**
 * The entries of a provider's answer to `listing.path`, each with the model's name as `id`: the name that requests use.
 * Entries without a name are left out, and an answer of another shape has none.
 */
export function readModelList({ list, id, prefix = '' }: ModelListing, body: unknown): Record<string, unknown>[] {
  const entries = Array.isArray(body) ? body : (body as Record<string, unknown> | null | undefined)?.[list];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Record<string, unknown> | null) => {
    const name = entry?.[id];
    if (typeof name !== 'string' || name === '') return [];
    return { ...entry, id: name.startsWith(prefix) ? name.slice(prefix.length) : name };
  });
}
