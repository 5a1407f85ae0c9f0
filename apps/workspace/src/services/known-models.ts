import type { ProviderKind } from '@multilane/contracts';
import type { CatalogModel, LookUpCatalog, PriceTask } from '@multilane/policy';
import { LRUCache } from 'lru-cache';

/** The package has prices that begin on a day. */
const KEPT_MS = 86_400_000;
/** More than there are kinds of provider. */
const MOST_KEPT = 100;
/** After a look-up that failed. */
const RETRY_MS = 60_000;

/** Lists the models that the price package knows of a kind of provider. A list is kept for a day. */
export class KnownModels {
  private readonly kept = new LRUCache<ProviderKind, readonly CatalogModel[]>({ max: MOST_KEPT, ttl: KEPT_MS });
  private readonly running = new Map<ProviderKind, Promise<readonly CatalogModel[]>>();
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: { readonly lookUp: LookUpCatalog; readonly tasks: PriceTask }) {}

  /** One process for each kind, whoever asks. Lists nothing if the look-up fails. */
  async list(kind: ProviderKind): Promise<readonly CatalogModel[]> {
    const kept = this.kept.get(kind);
    if (kept !== undefined) return kept;
    const running = this.running.get(kind) ?? this.lookUp(kind);
    return running;
  }

  private lookUp(kind: ProviderKind): Promise<readonly CatalogModel[]> {
    if (performance.now() - this.failedAt < RETRY_MS) return Promise.resolve([]);
    const { lookUp, tasks } = this.options;
    const work = lookUp({ catalogOf: kind, at: Date.now() })
      .then((models) => {
        this.kept.set(kind, models);
        tasks.succeeded('price_table');
        return models;
      })
      .catch((error: unknown) => {
        this.failedAt = performance.now();
        tasks.failed('price_table', error);
        return [];
      })
      .finally(() => this.running.delete(kind));
    this.running.set(kind, work);
    return work;
  }
}
