import type { CostKind } from '../usage-row.js';

/** Kinds of tokens that are compared apart. `input` is the prompt without what was read from the cache; writes to it are in `input`. */
export const TOKEN_KINDS = ['input', 'cached_input', 'output'] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

export type Tokens = Readonly<Record<TokenKind, number>>;

/** Line of a provider's bill: a day of UTC and a model. */
export interface BillLine {
  readonly day: string;
  /** Name of the bill; empty for what is of no model. */
  readonly model: string;
  /** Null if no file of the bill counts requests. */
  readonly requests: number | null;
  /** Null if no file of the bill counts tokens. */
  readonly tokens: Tokens | null;
  /** Cost in 10⁻¹⁸ US dollars; null if no file of the bill has money. */
  readonly cost: bigint | null;
  /** Parts of the cost by purpose. */
  readonly costs: Readonly<Partial<Record<CostKind, bigint>>>;
}

/** Recorded requests of a day of UTC and a model, without those that the response cache answered. */
export interface RecordedLine {
  readonly day: string;
  /** Name by which the provider was asked. */
  readonly model: string;
  /** Names by which callers asked. */
  readonly logicalModels: readonly string[];
  readonly requests: number;
  readonly tokens: Tokens;
  /** Cost in 10⁻¹⁸ US dollars. */
  readonly cost: bigint;
  /** Requests whose tokens the gateway estimated, since the provider reported none. */
  readonly estimatedRequests: number;
  /** Attempts beyond the first of each request. */
  readonly extraAttempts: number;
  /** Requests that broke off: the client left, or the answer failed. */
  readonly brokenRequests: number;
  /** Requests with tokens and without a price. */
  readonly unpricedRequests: number;
}

/** Reasons of a difference, each with figures that show it. */
export const REASON_KINDS = [
  'model_mapped',
  'day_shift',
  'not_recorded',
  'not_billed',
  'outside_gateway',
  'retries',
  'broken_off',
  'estimated',
  'price_differs',
  'cached_price_differs',
  'no_price',
  'other_items',
  'unexplained',
] as const;

export type ReasonKind = (typeof REASON_KINDS)[number];

export interface Reason {
  readonly kind: ReasonKind;
  /** One or two sentences with the figures. */
  readonly text: string;
}

/** A day and a model on both sides. */
export interface Comparison {
  readonly day: string;
  /** Name of the bill, else the recorded one. */
  readonly model: string;
  /** Null: the bill has no such line. */
  readonly billed: BillLine | null;
  /** Sum of the recorded lines that belong to the line of the bill. Null: there are none. */
  readonly recorded: RecordedLine | null;
  /** Names by which the provider was asked. */
  readonly recordedModels: readonly string[];
  /** Billed less recorded cost; null without money on the bill. */
  readonly costDifference: bigint | null;
  /** Billed less recorded tokens, in and out together; null without tokens on the bill. */
  readonly tokenDifference: number | null;
  /** True if cost or tokens differ by more than the tolerance. */
  readonly differs: boolean;
  readonly reasons: readonly Reason[];
}

/** Differences that are passed over: a share of the larger side, and an amount of money. */
export interface Tolerance {
  /** Share in ten-thousandths. */
  readonly share: number;
  /** Cost in 10⁻¹⁸ US dollars. */
  readonly cost: bigint;
}

/** Comparison of a bill with what was recorded. */
export interface Reconciliation {
  /** By day and model. */
  readonly comparisons: readonly Comparison[];
  readonly billedCost: bigint | null;
  readonly recordedCost: bigint;
  readonly billedTokens: number | null;
  readonly recordedTokens: number;
  /** Number of comparisons that differ. */
  readonly differences: number;
}
