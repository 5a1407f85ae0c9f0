import type { ProviderKind } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';
import { findPackagePrices } from './find-package-prices.js';

/** A model that the price package knows of a kind of provider. Prices are in US dollars per million tokens. */
export interface CatalogModel {
  readonly id: string;
  readonly name: string;
  readonly contextWindow: number | null;
  readonly isDeprecated: boolean;
  /** Null: the package has no price. */
  readonly inputPerMillion: number | null;
  readonly outputPerMillion: number | null;
}

/** Models listed at most: those of the largest provider are some hundred. */
const MOST = 2_000;

/** Lists the models that the price package knows of a kind of provider, in its order. Loads the package, which takes 20 MB of memory. */
export async function listPackageModels(kind: ProviderKind, at: Date): Promise<readonly CatalogModel[]> {
  const providerId = findManifest(kind)?.prices?.id;
  if (providerId === undefined) return [];
  const { findProvider } = await import('@pydantic/genai-prices');
  const models = (findProvider({ providerId })?.models ?? []).slice(0, MOST);
  const prices = await findPackagePrices(
    models.map(({ id }) => ({ kind, upstreamModel: id })),
    at,
  );
  return models.map(({ context_window: contextWindow, deprecated, id, name }, index) => ({
    id,
    name: name ?? id,
    contextWindow: contextWindow ?? null,
    isDeprecated: deprecated ?? false,
    inputPerMillion: prices[index]?.input ?? null,
    outputPerMillion: prices[index]?.output ?? null,
  }));
}
