import type { ProviderKind } from '@multilane/contracts';
import type { WorkspaceModelRecord, WorkspaceProviderRecord } from '@multilane/persistence';
import type { DeclaredPrices, MediaPrices, PriceableModel } from '@multilane/policy';

interface ModelAtProvider {
  readonly model: Pick<WorkspaceModelRecord, 'logicalName' | 'mediaPrices' | 'prices' | 'upstreamModel'>;
  readonly provider: Pick<WorkspaceProviderRecord, 'baseUrl' | 'kind'>;
}

/** A model of a workspace, as prices are looked up for it. */
export function toPriceable({ model, provider }: ModelAtProvider): PriceableModel {
  return {
    provider: { kind: provider.kind as ProviderKind, base_url: provider.baseUrl ?? undefined },
    upstreamModel: model.upstreamModel ?? model.logicalName,
    prices: model.prices as DeclaredPrices | null,
    mediaPrices: model.mediaPrices as MediaPrices | null,
  };
}
