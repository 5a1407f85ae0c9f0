import type { ProviderKind } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';

/** A provider as gateway.yaml has it. */
export interface PricedProvider {
  readonly kind: ProviderKind;
  readonly base_url?: string | undefined;
}

/**
 * Tells who knows prices of a provider's models that nobody declared. `process`: they run in the gateway and cost
 * nothing. `package`: the price package may. `nobody`: they are at an address of the operator's own.
 */
export function whoPrices({ kind, base_url: baseUrl }: PricedProvider): 'process' | 'package' | 'nobody' {
  const manifest = findManifest(kind);
  if (manifest?.inProcess) return 'process';
  return baseUrl === undefined || isProvidersOwn(manifest?.prices?.hostSuffix, baseUrl) ? 'package' : 'nobody';
}

/** True if an address is one of the provider's own, where each customer has another. */
function isProvidersOwn(hostSuffix: string | undefined, baseUrl: string): boolean {
  return hostSuffix !== undefined && (URL.parse(baseUrl)?.hostname.endsWith(hostSuffix) ?? false);
}
