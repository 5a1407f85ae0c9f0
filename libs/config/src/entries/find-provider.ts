import type { ProviderKind } from '@multilane/contracts';
import type { GatewayConfig, ProviderEntry } from '../schema/gateway-config.js';
import { providerSchema } from '../schema/providers.js';

/**
 * The entry that `models[].provider` means: the one of that name, else the first of that kind. A kind that is used
 * without an entry has no credential and its default address and limits.
 */
export function findProvider(config: Pick<GatewayConfig, 'providers'>, provider: string): ProviderEntry {
  return (
    config.providers.find((entry) => entry.name === provider) ??
    config.providers.find((entry) => entry.kind === provider) ??
    providerSchema.parse({ name: provider, kind: provider as ProviderKind })
  );
}
