/**
 * Scope of a limit, outermost first: of several that reject, the first is reported (docs/contract/limits.md#refusals).
 */
export const LIMIT_SCOPES = ['organization', 'workspace', 'team', 'service_account', 'user', 'api_key'] as const;

export type LimitScope = (typeof LIMIT_SCOPES)[number];

export type LimitUnit = 'requests' | 'tokens';

/** Queue of a limit: requests over it wait instead of being rejected. */
export interface SlotQueue {
  /** Longest wait of a request, in milliseconds. */
  readonly maxWaitMs: number;
  /** Requests that wait at the same time, at most. */
  readonly maxLength: number;
}

/** A minute, an hour or a day, in seconds. */
export type WindowSeconds = 60 | 3600 | 86400;

/** At most `limit` requests or tokens in a window, for all that share the counter. */
export interface Ceiling {
  /** `provider`: declared for a credential of a provider. */
  readonly scope: LimitScope | 'provider';
  readonly unit: LimitUnit;
  readonly windowSeconds: WindowSeconds;
  /** Above 0: an unlimited scope has no entry. */
  readonly limit: number;
  /**
   * Names the counter in every store and every process. It does not hold the limit, so that a changed limit continues with
   * what was counted.
   */
  readonly counter: string;
}

/** Scope of a limit of requests at the same time: one of a caller, or one of the operator's own. */
export type SlotScope = LimitScope | 'provider' | 'model' | 'target';

/** At most `limit` requests at the same time, for all that share the counter. */
export interface SlotLimit {
  readonly scope: SlotScope;
  readonly unit: 'parallel';
  /** Above 0: an unlimited scope has no entry. */
  readonly limit: number;
  /** Names the counter in every store and every process. It does not hold the limit. */
  readonly counter: string;
  /** Left out, requests over the limit are rejected at once. */
  readonly queue?: SlotQueue | undefined;
}

/** All limits of one caller and model, each list with the outermost first. */
export interface Ceilings {
  readonly requests: readonly Ceiling[];
  readonly tokens: readonly Ceiling[];
  /** Those of requests before those of tokens. */
  readonly all: readonly Ceiling[];
  /** Limits of requests at the same time, which are none of `all`. */
  readonly slots: readonly SlotLimit[];
}

export const NO_CEILINGS: Ceilings = { requests: [], tokens: [], all: [], slots: [] };

const RANKS: Readonly<Record<SlotScope, number>> = {
  organization: 0,
  workspace: 1,
  team: 2,
  service_account: 3,
  user: 4,
  api_key: 5,
  provider: 6,
  model: 7,
  target: 8,
};

/** A limit that may reject a request. */
export type AnyLimit = Ceiling | SlotLimit;

/** Outermost first; in one scope the longest window first, since it is what keeps the caller waiting. */
export function compareCeilings(a: AnyLimit, b: AnyLimit): number {
  return RANKS[a.scope] - RANKS[b.scope] || windowOf(b) - windowOf(a);
}

function windowOf(limit: AnyLimit): number {
  return limit.unit === 'parallel' ? 0 : limit.windowSeconds;
}
