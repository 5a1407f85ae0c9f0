import type { Ceiling, Ceilings } from './ceiling.js';
import type { LimitStore, TokenDemand, Verdict } from './limit-store.js';

/** What one request is charged with, from its admission to its end. Times are milliseconds of `performance.now()`. */
export class RequestLimits {
  private hasRequest = false;
  /** Tokens; undefined until those of the prompt are charged. */
  private charged: number | undefined = undefined;

  constructor(
    readonly ceilings: Ceilings,
    private readonly store: LimitStore,
  ) {}

  /** True where every request is a round trip, so that it pays to ask for both kinds at once. */
  get isShared(): boolean {
    return this.store.isShared;
  }

  /** True once the tokens of the prompt are charged. */
  get hasTokens(): boolean {
    return this.charged !== undefined;
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
    const { charged } = this;
    this.charged = undefined;
    if (charged !== undefined && charged !== usedTokens) {
      this.store.settle(this.ceilings.tokens, usedTokens - charged, now);
    }
  }

  private admit(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): Verdict | Promise<Verdict> {
    const verdict = this.store.admit(ceilings, tokens, now);
    if (verdict instanceof Promise) return verdict.then((known) => this.note(ceilings, tokens, known));
    return this.note(ceilings, tokens, verdict);
  }

  private note(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, verdict: Verdict): Verdict {
    if (verdict !== undefined) return verdict;
    if (ceilings !== this.ceilings.tokens) this.hasRequest = true;
    if (tokens !== undefined) this.charged = tokens.charge;
    return undefined;
  }

  private giveBackIfRefused(verdict: Verdict, now: number): Verdict {
    if (verdict === undefined || verdict === 'uncertain') return verdict;
    if (this.hasRequest) this.store.settle(this.ceilings.requests, -1, now);
    this.hasRequest = false;
    return verdict;
  }
}
