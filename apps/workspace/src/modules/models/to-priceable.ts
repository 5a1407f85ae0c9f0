import type { ProviderKind } from '@multilane/contracts';
import type { WorkspaceModelRecord, WorkspaceProviderRecord } from '@multilane/persistence';
import type { DatedPrices, MediaPrices, PriceableModel } from '@multilane/policy';

interface ModelAtProvider {
  /** Without prices where nobody declared any. */
  readonly model: Pick<WorkspaceModelRecord, 'logicalName' | 'upstreamModel'> &
    Partial<Pick<WorkspaceModelRecord, 'mediaPrices' | 'prices'>>;
  readonly provider: Pick<WorkspaceProviderRecord, 'baseUrl' | 'kind'>;
}

/** A model of a workspace, as prices are looked up for it. */
export function toPriceable({ model, provider }: ModelAtProvider): PriceableModel {
  return {
    provider: { kind: provider.kind as ProviderKind, base_url: provider.baseUrl ?? undefined },
    upstreamModel: model.upstreamModel ?? model.logicalName,
    prices: model.prices as DatedPrices | null | undefined,
    mediaPrices: model.mediaPrices as MediaPrices | null | undefined,
  };
}
