import type { ProviderKind } from '@multilane/contracts';
import type { WorkspaceProviderRecord } from '@multilane/persistence';
import { type CatalogModel, whoPrices } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { CatalogQuery } from './dto/catalog-model.view.js';

/** Lists the models of a provider that the price table knows. */
@Injectable()
export class ModelCatalogService {
  constructor(
    @Inject(WORKSPACE_SERVICES)
    private readonly services: { readonly models: Pick<WorkspaceServices['models'], 'list'> },
  ) {}

  /** The current ones first. At an address of the operator's own, the prices of the table do not count. */
  async list(
    { baseUrl, kind: text }: Pick<WorkspaceProviderRecord, 'baseUrl' | 'kind'>,
    { limit, q = '' }: Pick<CatalogQuery, 'limit' | 'q'>,
  ): Promise<readonly CatalogModel[]> {
    const kind = text as ProviderKind;
    const isPriced = whoPrices({ kind, base_url: baseUrl ?? undefined }) === 'package';
    const wanted = q.trim().toLowerCase();
    const found = (await this.services.models.list(kind)).filter(
      ({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
    );
    const sorted = found.toSorted((one, other) => Number(one.isDeprecated) - Number(other.isDeprecated));
    const shown = sorted.slice(0, limit);
    return isPriced ? shown : shown.map((model) => ({ ...model, inputPerMillion: null, outputPerMillion: null }));
  }
}
