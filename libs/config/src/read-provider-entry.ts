import type { ProviderEntry } from './schema/gateway-config.js';
import { providerSchema } from './schema/providers.js';

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
