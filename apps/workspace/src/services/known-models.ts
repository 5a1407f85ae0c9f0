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
  /** The look-up that was asked for last. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: { readonly lookUp: LookUpCatalog; readonly tasks: PriceTask }) {}

  /** One process for each kind, whoever asks, and one at a time, however many kinds. Lists nothing if the look-up fails. */
  async list(kind: ProviderKind): Promise<readonly CatalogModel[]> {
    const kept = this.kept.get(kind);
    if (kept !== undefined) return kept;
    const running = this.running.get(kind) ?? this.lookUp(kind);
    return running;
  }

  private lookUp(kind: ProviderKind): Promise<readonly CatalogModel[]> {
    const work = this.last.then(() => this.lookUpNow(kind)).finally(() => this.running.delete(kind));
    this.last = work;
    this.running.set(kind, work);
    return work;
  }

  /** Never rejects. */
  private async lookUpNow(kind: ProviderKind): Promise<readonly CatalogModel[]> {
    if (performance.now() - this.failedAt < RETRY_MS) return [];
    const { lookUp, tasks } = this.options;
    try {
      const models = await lookUp({ catalogOf: kind, at: Date.now() });
      this.kept.set(kind, models);
      tasks.succeeded('price_table');
      return models;
    } catch (error) {
      this.failedAt = performance.now();
      tasks.failed('price_table', error);
      return [];
    }
  }
}
