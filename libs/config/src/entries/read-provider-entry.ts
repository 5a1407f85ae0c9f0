import type { ProviderKind } from '@multilane/contracts';
import type { ProviderEntry } from '../schema/gateway-config.js';
import { KIND_NAMES, providerSchema } from '../schema/providers.js';

export type ReadProvider =
  | { readonly entry: ProviderEntry; readonly problem?: undefined }
  | { readonly entry?: undefined; readonly problem: string };

/**
 * A provider that people registered, with the fields and defaults that an entry of gateway.yaml has. `problem` names the
 * fields that are not valid, and no value.
 */
export function readProviderEntry(fields: Readonly<Record<string, unknown>>): ReadProvider {
  const { success, data, error } = providerSchema.safeParse(fields);
  if (success) return { entry: data };
  const names = error.issues.map(({ path }) => path.join('.'));
  return { problem: `not valid: ${[...new Set(names)].join(', ')}` };
}

/** An entry with a name alone, of a kind that may be one that only another version knows. It has no credential. */
export function emptyProviderEntry(name: string, kind: string): ProviderEntry {
  const [anyKind] = KIND_NAMES;
  return { ...providerSchema.parse({ name, kind: anyKind }), kind: kind as ProviderKind };
}
