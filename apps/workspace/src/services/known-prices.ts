import {
  type LookUpPrices,
  type ModelPrice,
  type PriceableModel,
  type PricedModel,
  type PriceState,
  type PriceTask,
  priceFactors,
  tagDeclaredPrice,
  tellDeclaredPrice,
  tellPackagePrice,
} from '@multilane/policy';
import { LRUCache } from 'lru-cache';

/** The package has prices that begin on a day. */
const KEPT_MS = 86_400_000;
const MOST_KEPT = 10_000;
/** Models of one look-up. */
const MOST_ASKED = 1_000;
/** A request waits so long for a look-up, which takes about a second. The next request has what came later. */
const MOST_WAIT_MS = 3_000;
/** After a look-up that failed. */
const RETRY_MS = 60_000;

export interface KnownPricesOptions {
  readonly lookUp: LookUpPrices;
  readonly tasks: PriceTask;
  /** Milliseconds; the default is for people who wait. */
  readonly mostWaitMs?: number;
}

/** Finds the sources of the models' prices, as gateways find them. Prices of the package are cached for a day. */
export class KnownPrices {
  private readonly kept = new LRUCache<string, PriceState>({ max: MOST_KEPT, ttl: KEPT_MS });
  private wanted = new Map<string, PricedModel>();
  private running: Promise<void> | undefined = undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: KnownPricesOptions) {}

  /** In the order of the models; null for one that could not be looked up in time. Never rejects. */
  async tell(models: readonly PriceableModel[]): Promise<readonly (PriceState | null)[]> {
    const declared = models.map(tellDeclaredPrice);
    const unsaid = models.filter((_model, index) => declared[index] === undefined);
    const found = await this.findStates(unsaid);
    return models.map((model, index) => declared[index] ?? found.get(keyOf(model)) ?? null);
  }

  /** Finds the price that a model has now. Undefined if it has none, or could not be looked up in time. Never rejects. */
  async find(model: PriceableModel): Promise<ModelPrice | undefined> {
    const { prices, provider, upstreamModel } = model;
    if (prices) return tagDeclaredPrice(prices, 'workspace', priceFactors(provider.kind, upstreamModel)).current;
    if (tellDeclaredPrice(model) !== undefined) return undefined;
    const { lookUp, tasks } = this.options;
    try {
      const [price] = await lookUp({ models: [{ kind: provider.kind, upstreamModel }], at: Date.now() });
      tasks.succeeded('price_table');
      return price ?? undefined;
    } catch (error) {
      tasks.failed('price_table', error);
      return undefined;
    }
  }

  private async findStates(models: readonly PriceableModel[]): Promise<ReadonlyMap<string, PriceState>> {
    const isMissing = models.filter((model) => this.want(model)).length > 0;
    if (isMissing && performance.now() - this.failedAt >= RETRY_MS) await this.wait();
    return new Map(
      models.flatMap((model) => {
        const state = this.kept.get(keyOf(model));
        return state === undefined ? [] : [[keyOf(model), state] as const];
      }),
    );
  }

  /** True if a model has yet to be looked up. */
  private want(model: PriceableModel): boolean {
    const key = keyOf(model);
    if (this.kept.has(key)) return false;
    if (this.wanted.size < MOST_KEPT)
      this.wanted.set(key, { kind: model.provider.kind, upstreamModel: model.upstreamModel });
    return true;
  }

  private wait(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, this.options.mostWaitMs ?? MOST_WAIT_MS).unref();
      void this.lookUpAll().then(() => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  /** One process at a time, whoever asks. */
  private lookUpAll(): Promise<void> {
    this.running ??= this.lookUpWanted().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async lookUpWanted(): Promise<void> {
    const { lookUp, tasks } = this.options;
    // Models that are asked for before the end are looked up too.
    while (this.wanted.size > 0) {
      const asked = [...this.wanted].slice(0, MOST_ASKED);
      try {
        const prices = await lookUp({ models: asked.map(([, model]) => model), at: Date.now() });
        for (const [index, [key]] of asked.entries()) this.kept.set(key, tellPackagePrice(prices[index]));
        tasks.succeeded('price_table');
      } catch (error) {
        this.failedAt = performance.now();
        tasks.failed('price_table', error);
        this.wanted.clear();
        return;
      }
      for (const [key] of asked) this.wanted.delete(key);
    }
  }
}

function keyOf({ provider, upstreamModel }: PriceableModel): string {
  return `${provider.kind} ${upstreamModel}`;
}
