import type { Ceiling, LimitUnit } from '../../limits/ceiling.js';
import type { LimitStore } from '../../limits/limit-store.js';
import { type RequestPriority, rankOf } from '../../limits/slot-queue.js';

/** Limits of one credential of a provider, as its operator declares them. */
export interface QuotaRule {
  /** Calls a minute. */
  readonly rpm?: number | undefined;
  /** Tokens a minute, of prompts and answers. */
  readonly tpm?: number | undefined;
  /** Share of both that only requests of this priority or a higher one may use. */
  readonly reserve?: { readonly priority: RequestPriority; readonly percent: number } | undefined;
}

/** Limits of a credential for requests of one class. */
interface ClassLimits {
  readonly all: readonly Ceiling[];
  readonly tokens: readonly Ceiling[];
}

/** A call that was counted. */
export interface QuotaUse {
  /** Tokens that it was charged with. */
  readonly charged: number;
  /** Charges what the call used instead. */
  settle(tokens: number): void;
}

const MINUTE = 60;

/** One hash tag for all of them: one script may touch the counters of a credential together, in a Redis Cluster too. */
const PREFIX = 'ml:{quota}';

/**
 * Keeps the declared limits of a provider's credentials (docs/contract/routing.md#declared-quotas), with all processes on the same
 * store. Requests below the class that has a reserve are counted by counters of their own too, whose limits leave the reserve free.
 */
export class DeclaredQuotas {
  private readonly places = new Map<number, { readonly upper: ClassLimits; readonly lower: ClassLimits }>();

  /** @param owner Names the provider in every process */
  constructor(
    private readonly rule: QuotaRule,
    private readonly owner: string,
    private readonly store: LimitStore,
  ) {}

  /**
   * Counts a call with the credential at a place; answers the unit of the limit that leaves no room for it, and counts nothing then.
   *
   * @param tokens of the prompt, estimated
   * @param priorityOf called only if a share is reserved
   */
  take(
    place: number,
    tokens: number,
    priorityOf: () => RequestPriority,
    now: number,
  ): QuotaUse | LimitUnit | Promise<QuotaUse | LimitUnit> {
    const { reserve } = this.rule;
    const { lower, upper } = this.at(place);
    const isUpper = reserve === undefined || rankOf(priorityOf()) >= rankOf(reserve.priority);
    const limits = isUpper ? upper : lower;
    const charge = Math.ceil(tokens);
    const verdict = this.store.admit(limits.all, { charge, atLeast: charge, atMost: charge }, now);
    if (verdict instanceof Promise) return verdict.then((known) => this.conclude(known, limits, charge));
    return this.conclude(verdict, limits, charge);
  }

  private conclude(verdict: Ceiling | 'uncertain' | undefined, { tokens: ceilings }: ClassLimits, charged: number) {
    if (verdict === 'uncertain') return 'tokens';
    if (verdict !== undefined) return verdict.unit;
    return {
      charged,
      settle: (used: number): void => {
        if (used !== charged && ceilings.length > 0) this.store.settle(ceilings, used - charged, performance.now());
      },
    };
  }

  private at(place: number): { readonly upper: ClassLimits; readonly lower: ClassLimits } {
    const known = this.places.get(place);
    if (known !== undefined) return known;
    const counter = `${PREFIX}:${this.owner}:${place}`;
    const upper = this.limitsOf(counter, 1);
    const share = 1 - (this.rule.reserve?.percent ?? 0) / 100;
    const others = this.limitsOf(`${counter}:others`, share);
    const lower = { all: [...upper.all, ...others.all], tokens: [...upper.tokens, ...others.tokens] };
    this.places.set(place, { upper, lower });
    return { upper, lower };
  }

  private limitsOf(counter: string, share: number): ClassLimits {
    const { rpm, tpm } = this.rule;
    const ceilingOf = (unit: LimitUnit, limit: number | undefined): readonly Ceiling[] => {
      if (limit === undefined) return [];
      const least = Math.max(1, Math.floor(limit * share));
      return [{ scope: 'provider', unit, windowSeconds: MINUTE, limit: least, counter: `${counter}:${unit}` }];
    };
    const tokens = ceilingOf('tokens', tpm);
    return { all: [...ceilingOf('requests', rpm), ...tokens], tokens };
  }
}
