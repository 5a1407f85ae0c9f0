import type { Ceiling, Ceilings } from './ceiling.js';
import type { LimitStore, TokenDemand, Verdict } from './limit-store.js';

/** The counters of a process, and those it shares with others while Redis answers. */
export interface LimitStores {
  readonly own: LimitStore;
  /** Undefined: counters are this process's own. */
  readonly shared: LimitStore | undefined;
  isSharedAway(): boolean;
  /** Hears of each request that is counted by this process since the shared counters are away or slow. */
  onMiss(): void;
}

/** What one request is charged with, from its admission to its end. Times are milliseconds of `performance.now()`. */
export class RequestLimits {
  private requestStore: LimitStore | undefined = undefined;
  private tokenStore: LimitStore | undefined = undefined;
  private charged = 0;

  constructor(
    readonly ceilings: Ceilings,
    private readonly stores: LimitStores,
  ) {}

  /** True where every request is a round trip, so that it pays to ask for both kinds at once. */
  get isShared(): boolean {
    return this.stores.shared !== undefined && !this.stores.isSharedAway();
  }

  /** True once the tokens of the prompt are charged. */
  get hasTokens(): boolean {
    return this.tokenStore !== undefined;
  }

  /** Charges the request; the ceilings of tokens are for `admitTokens`. */
  admitRequest(now: number): Verdict | Promise<Verdict> {
    return this.admit(this.ceilings.requests, undefined, now);
  }

  /** Charges the request and its prompt, or neither. */
  admitAll(tokens: TokenDemand, now: number): Verdict | Promise<Verdict> {
    return this.admit(this.ceilings.all, tokens, now);
  }

  /** Charges the prompt of a request that was admitted; where it is refused, the request is given back. */
  admitTokens(tokens: TokenDemand, now: number): Verdict | Promise<Verdict> {
    const verdict = this.admit(this.ceilings.tokens, tokens, now);
    return verdict instanceof Promise
      ? verdict.then((known) => this.giveBackIfRefused(known, now))
      : this.giveBackIfRefused(verdict, now);
  }

  /**
   * Charges what the request used in place of what its prompt was charged with: nothing, where no provider worked on it.
   * What was never charged for tokens stays uncharged, such as an answer from the cache.
   */
  settle(usedTokens: number, now: number): void {
    const store = this.tokenStore;
    this.tokenStore = undefined;
    const amount = usedTokens - this.charged;
    if (store !== undefined && amount !== 0) store.settle(this.ceilings.tokens, amount, now);
  }

  private admit(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): Verdict | Promise<Verdict> {
    const { own, shared } = this.stores;
    if (shared === undefined) return this.admitAt(own, ceilings, tokens, now);
    if (this.stores.isSharedAway()) return this.admitAlone(ceilings, tokens, now);
    const verdict = shared.admit(ceilings, tokens, now);
    if (!(verdict instanceof Promise)) return this.note(shared, ceilings, tokens, verdict);
    return verdict.then(
      (known) => this.note(shared, ceilings, tokens, known),
      () => this.admitAlone(ceilings, tokens, now),
    );
  }

  private admitAlone(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): Verdict | Promise<Verdict> {
    this.stores.onMiss();
    return this.admitAt(this.stores.own, ceilings, tokens, now);
  }

  private admitAt(
    store: LimitStore,
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): Verdict | Promise<Verdict> {
    const verdict = store.admit(ceilings, tokens, now);
    if (verdict instanceof Promise) return verdict.then((known) => this.note(store, ceilings, tokens, known));
    return this.note(store, ceilings, tokens, verdict);
  }

  private note(
    store: LimitStore,
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    verdict: Verdict,
  ): Verdict {
    if (verdict !== undefined) return verdict;
    if (ceilings !== this.ceilings.tokens && this.ceilings.requests.length > 0) this.requestStore = store;
    if (tokens !== undefined) {
      this.tokenStore = store;
      this.charged = tokens.charge;
    }
    return undefined;
  }

  private giveBackIfRefused(verdict: Verdict, now: number): Verdict {
    if (verdict === undefined || verdict === 'uncertain') return verdict;
    this.requestStore?.settle(this.ceilings.requests, -1, now);
    this.requestStore = undefined;
    return verdict;
  }
}
