import type { PricedModel } from './find-package-prices.js';
import type { LookUpPrices } from './look-up-prices.js';
import type { ModelPrice } from './model-price.js';
import { type PricedProvider, whoPrices } from './who-prices.js';

/** Price of a model as far as it is known: `current` may come a moment after the snapshot that holds it. */
export interface PriceTag {
  readonly current: ModelPrice | undefined;
  /** Price of a moment, in milliseconds since the epoch. Left out where no dates are known: `current` holds then. */
  at?(moment: number): ModelPrice | undefined;
  /** True while it is being looked up for the first time. */
  readonly isPending?: boolean;
  /** Resolves when the first look-up has ended; undefined if it has, and where too many requests wait already. */
  whenKnown?(): Promise<void> | undefined;
}

/** So many requests wait for prices before they are charged. A look-up takes about a second, after a start or for a new model. */
const MOST_WAITING = 10_000;

/** The next look-up. */
class LookUp {
  private waiting = 0;
  private readonly ending: Promise<void>;
  private resolve: (() => void) | undefined = undefined;

  constructor() {
    this.ending = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  wait(): Promise<void> | undefined {
    if (this.waiting >= MOST_WAITING) return undefined;
    this.waiting += 1;
    return this.ending;
  }

  end(): void {
    this.resolve?.();
  }
}

class LookedUpTag implements PriceTag, PricedModel {
  current: ModelPrice | undefined = undefined;

  constructor(
    readonly kind: PricedModel['kind'],
    readonly upstreamModel: string,
    private lookUp: LookUp | undefined,
  ) {}

  get isPending(): boolean {
    return this.lookUp !== undefined;
  }

  whenKnown(): Promise<void> | undefined {
    return this.lookUp?.wait();
  }

  /** @param price undefined if none was found, or the look-up failed */
  set(price: ModelPrice | null | undefined): void {
    this.current = price ?? this.current;
    this.lookUp = undefined;
  }
}

/** Receiver of the results of look-ups. */
export interface PriceTask {
  failed(task: 'price_table', error: unknown): void;
  succeeded(task: 'price_table'): void;
}

export interface PriceBookOptions {
  readonly lookUp: LookUpPrices;
  readonly logger: { info(fields: object, message: string): void };
  readonly tasks: PriceTask;
}

/** The package has prices that begin on a day. */
const LOOK_AGAIN_MS = 86_400_000;

/** After a look-up that failed. */
const RETRY_MS = 60_000;

/** Named at most, of models without a price. */
const MAX_NAMED = 20;

/** Beyond so many models nothing more is noted of those without a price. */
const MOST_NOTED = 100_000;

const UNPRICED: PriceTag = { current: undefined };

/**
 * The prices of models for which nobody declared any, from the price package. It answers at once: a price that is not known
 * yet is looked up in the background and then set on the same tag.
 */
export class PriceBook {
  private readonly tags = new Map<string, LookedUpTag>();
  private wanted: LookedUpTag[] = [];
  /** Models without a price that were named in the log, or are about to be. */
  private readonly named = new Set<string>();
  private readonly unnamed: string[] = [];
  private next = new LookUp();
  private isScheduled = false;
  private readonly running = new Set<LookUp>();
  private isOpen = false;
  private timer: NodeJS.Timeout | undefined = undefined;
  private retry: NodeJS.Timeout | undefined = undefined;

  constructor(private readonly options: PriceBookOptions) {}

  /** The price of a model at a provider. The package's prices are those of the provider's own address. */
  find(provider: PricedProvider, upstreamModel: string): PriceTag {
    const { kind } = provider;
    const who = whoPrices(provider);
    if (who !== 'package') {
      if (who === 'nobody') this.noteUnpriced(`${kind}/${upstreamModel}`);
      return UNPRICED;
    }
    const key = `${kind} ${upstreamModel}`;
    const known = this.tags.get(key);
    if (known) return known;
    const tag = new LookedUpTag(kind, upstreamModel, this.next);
    this.tags.set(key, tag);
    this.wanted.push(tag);
    this.schedule();
    return tag;
  }

  /** Names each model once that is at an address of its owner's own: nobody looks its price up. */
  private noteUnpriced(model: string): void {
    if (this.named.has(model) || this.named.size >= MOST_NOTED) return;
    this.named.add(model);
    this.unnamed.push(model);
    this.schedule();
  }

  private nameUnpriced(models: readonly string[]): void {
    if (models.length === 0) return;
    const named = models.slice(0, MAX_NAMED);
    const fields = { models: named, count: models.length };
    this.options.logger.info(fields, 'these models have no price: no budget in dollars counts them');
  }

  /** Schedules a look-up of the models wanted since the last one, also if that has failed and is tried again later. */
  private schedule(): void {
    if (!this.isOpen || this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => void this.lookUp());
  }

  /** Looks prices up from now on: it is not done while a process starts. */
  open(): void {
    this.isOpen = true;
    this.timer = setInterval(() => {
      this.wanted = [...this.tags.values()];
      void this.lookUp();
    }, LOOK_AGAIN_MS);
    this.timer.unref();
    void this.lookUp();
  }

  close(): void {
    this.isOpen = false;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    for (const lookUp of [...this.running, this.next]) lookUp.end();
  }

  /** Never rejects. */
  private async lookUp(): Promise<void> {
    this.isScheduled = false;
    clearTimeout(this.retry);
    this.nameUnpriced(this.unnamed.splice(0));
    const tags = this.wanted.splice(0);
    if (tags.length === 0 || !this.isOpen) return;
    const { next } = this;
    this.next = new LookUp();
    this.running.add(next);
    await this.setPrices(tags);
    this.running.delete(next);
    next.end();
  }

  private async setPrices(tags: readonly LookedUpTag[]): Promise<void> {
    const { lookUp, tasks } = this.options;
    try {
      const models = tags.map(({ kind, upstreamModel }) => ({ kind, upstreamModel }));
      const prices = await lookUp({ models, at: Date.now() });
      tasks.succeeded('price_table');
      for (const [index, tag] of tags.entries()) tag.set(prices[index]);
    } catch (error) {
      for (const tag of tags) tag.set(undefined);
      tasks.failed('price_table', error);
      // There may be more than a call takes arguments.
      for (const tag of tags) this.wanted.push(tag);
      if (this.isOpen) this.retry = setTimeout(() => void this.lookUp(), RETRY_MS).unref();
      return;
    }
    const unpriced = tags.filter(({ current }) => current === undefined);
    this.nameUnpriced(unpriced.map(({ kind, upstreamModel }) => `${kind}/${upstreamModel}`));
  }
}
