import { type Ceiling, type Ceilings, NO_CEILINGS } from './ceiling.js';
import type { LimitStore, LimitVerdict, TokenDemand } from './limit-store.js';

/** The limits of a request that is about to go to one of several targets. */
export interface TargetCeilings {
  /** All of them, those of the target included. */
  readonly all: Ceilings;
  /** Limits of the policies that name the target. */
  readonly ofTarget: Ceilings;
}

/**
 * Charges of one request, from its admission to its end. Where it may go to several targets, each of them has limits
 * of its own, which count it while it is at that target. Times are milliseconds of `performance.now()`.
 */
export class RequestLimits {
  /** True if the request got past its limits; undefined until they were asked. */
  wasAdmitted: boolean | undefined = undefined;
  /** Tokens that the prompt needs at least, as known at the last question. */
  leastTokens = 0;
  private hasRequest = false;
  /** Tokens; undefined until those of the prompt are charged. */
  private charged: number | undefined = undefined;
  /** The same under the limits of the target, which the request has left or not yet entered where it is undefined. */
  private chargedAtTarget: number | undefined = undefined;
  private hasChanged = false;
  private usedElsewhere = 0;

  /**
   * @param ceilings of the target that is planned for
   * @param general those that hold whatever the target is; left out, there is one target
   */
  constructor(
    public ceilings: Ceilings,
    private readonly store: LimitStore,
    private readonly general: Ceilings = ceilings,
    private target: Ceilings = NO_CEILINGS,
  ) {}

  /** True if every request is a round trip, so that it pays to ask for both kinds at once. */
  get isShared(): boolean {
    return this.store.isShared;
  }

  /** True once the tokens of the prompt are charged. */
  get hasTokens(): boolean {
    return this.charged !== undefined;
  }

  /** True if the request is counted, or planned, under these limits of a target. */
  isAt(target: Ceilings): boolean {
    return this.target === target;
  }

  /** True if the target's own limit rejects, and not one of any target that the request would go to. */
  isOfTarget({ counter }: Ceiling): boolean {
    return this.target.all.some((each) => each.counter === counter);
  }

  /** Plans for another target, before the request is charged. */
  planFor({ all, ofTarget }: TargetCeilings): void {
    this.ceilings = all;
    this.target = ofTarget;
  }

  /** Charges the request; the limits of tokens are for `admitTokens`. */
  admitRequest(now: number): LimitVerdict | Promise<LimitVerdict> {
    return this.admit(this.ceilings.requests, undefined, now);
  }

  /** Charges the request and its prompt, or neither. */
  admitAll(tokens: TokenDemand, now: number): LimitVerdict | Promise<LimitVerdict> {
    return this.admit(this.ceilings.all, tokens, now);
  }

  /** Charges the prompt of a request that was admitted; where it is rejected, the request is returned. */
  admitTokens(tokens: TokenDemand, now: number): LimitVerdict | Promise<LimitVerdict> {
    const verdict = this.admit(this.ceilings.tokens, tokens, now);
    return verdict instanceof Promise
      ? verdict.then((known) => this.giveBackIfRefused(known, now))
      : this.giveBackIfRefused(verdict, now);
  }

  /**
   * Returns what the target's limits counted for nothing, when the request goes to another one.
   *
   * @param wasCalled a call of the target counts as a request, whatever came of it
   * @param lostTokens what all calls that failed have used until now
   */
  leaveTarget(wasCalled: boolean, lostTokens: number, now: number): void {
    const used = lostTokens - this.usedElsewhere;
    if (!wasCalled && this.hasRequest) this.settleAt(this.target.requests, -1, now);
    if (this.chargedAtTarget !== undefined) this.settleAt(this.target.tokens, used - this.chargedAtTarget, now);
    this.usedElsewhere = lostTokens;
    this.chargedAtTarget = undefined;
    this.hasChanged = true;
    this.target = NO_CEILINGS;
  }

  /**
   * Charges the request under the limits of another target, after `leaveTarget`.
   *
   * @param tokens of the prompt; undefined if they are not to be charged
   * @param isCounted whether that target was called for this request before
   */
  enterTarget(
    target: Ceilings,
    tokens: TokenDemand | undefined,
    isCounted: boolean,
    now: number,
  ): LimitVerdict | Promise<LimitVerdict> {
    const asked = isCounted ? target.tokens : tokens === undefined ? target.requests : target.all;
    if (asked.length === 0 || (isCounted && tokens === undefined)) return this.noteTarget(target, tokens, undefined);
    const verdict = this.store.admit(asked, tokens, now);
    if (verdict instanceof Promise) return verdict.then((known) => this.noteTarget(target, tokens, known));
    return this.noteTarget(target, tokens, verdict);
  }

  /**
   * Gives back the request that no target was asked for after all: it is rejected, and a rejection consumes nothing.
   */
  giveBackRequest(now: number): void {
    if (this.hasRequest) this.settleAt(this.general.requests, -1, now);
    this.hasRequest = false;
  }

  /**
   * Charges what the request used instead of what its prompt was charged with: nothing, where no provider worked on it.
   * An answer that was never charged for tokens stays uncharged, such as one from the cache.
   *
   * @param elsewhere Part of these tokens that another target's limits count, for a second call at the same time
   */
  settle(usedTokens: number, now: number, elsewhere = 0): void {
    const { charged, chargedAtTarget } = this;
    this.charged = undefined;
    this.chargedAtTarget = undefined;
    if (!this.hasChanged) {
      if (charged === undefined) return;
      this.settleAt(this.ceilings.tokens, usedTokens - charged, now);
      this.settleAt(this.target.tokens, -elsewhere, now);
      return;
    }
    if (charged !== undefined) this.settleAt(this.general.tokens, usedTokens - charged, now);
    if (chargedAtTarget === undefined) return;
    this.settleAt(this.target.tokens, usedTokens - this.usedElsewhere - elsewhere - chargedAtTarget, now);
  }

  private settleAt(ceilings: readonly Ceiling[], amount: number, now: number): void {
    if (amount !== 0 && ceilings.length > 0) this.store.settle(ceilings, amount, now);
  }

  private admit(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): LimitVerdict | Promise<LimitVerdict> {
    if (ceilings.length === 0) return this.note(ceilings, tokens, undefined);
    this.leastTokens = tokens?.atLeast ?? 0;
    const verdict = this.store.admit(ceilings, tokens, now);
    if (verdict instanceof Promise) return verdict.then((known) => this.note(ceilings, tokens, known));
    return this.note(ceilings, tokens, verdict);
  }

  private note(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, verdict: LimitVerdict): LimitVerdict {
    if (verdict !== undefined) return verdict;
    this.wasAdmitted = true;
    if (ceilings !== this.ceilings.tokens) this.hasRequest = true;
    if (tokens !== undefined) {
      this.charged = tokens.charge;
      this.chargedAtTarget = tokens.charge;
    }
    return undefined;
  }

  private noteTarget(target: Ceilings, tokens: TokenDemand | undefined, verdict: LimitVerdict): LimitVerdict {
    if (verdict !== undefined) return verdict;
    this.target = target;
    this.wasAdmitted = true;
    this.hasRequest = true;
    this.chargedAtTarget = tokens?.charge;
    return undefined;
  }

  private giveBackIfRefused(verdict: LimitVerdict, now: number): LimitVerdict {
    if (verdict === undefined || verdict === 'uncertain') return verdict;
    if (this.hasRequest) this.settleAt(this.ceilings.requests, -1, now);
    this.hasRequest = false;
    return verdict;
  }
}
