/** Window of a budget rule through whose accounts a rule of alerts looks. */
export interface AlertWalkKey {
  /** Account of the budget rule. */
  readonly budget: string;
  readonly windowStart: Date;
  /** Null: it never ends. */
  readonly endsAt: Date | null;
}

/** Place of the last account that was looked at. */
export interface WalkPlace {
  /** Period of the window, RFC 3339 in UTC. */
  readonly period: string;
  readonly step: number;
  readonly account: string;
}

/** Accounts that crossed a threshold. */
export interface CrossedGroup {
  readonly count: number;
  /** Those that spent the largest share of their budgets, the largest first. */
  readonly largest: readonly { readonly account: string; readonly spent: number; readonly limit: number }[];
}

/** Groups of accounts, by the highest threshold that they had crossed when they were found. */
export type CrossedGroups = Readonly<Record<string, CrossedGroup>>;

/** Progress of a rule of alerts among the accounts of a budget rule in a window. */
export interface AlertWalk extends AlertWalkKey {
  /** Amount of the budget rule, by which the accounts were found. */
  readonly limit: number;
  /** Null: it begins with the highest step. */
  readonly after: WalkPlace | null;
  /** All that were found. */
  readonly totals: CrossedGroups;
  /** Those that no message has told of. */
  readonly untold: CrossedGroups;
  readonly toldAt: Date | null;
}

/** Account of a budget rule. */
export interface WalkedAccount {
  readonly account: string;
  /** Step of what it spent in the period. */
  readonly step: number;
  /** Spending in the window. */
  readonly spent: number;
}

/** Threshold that an account crossed. */
export interface AlertCrossing {
  readonly account: string;
  readonly threshold: number;
}

export interface CrossedAccount extends AlertCrossing {
  readonly spent: number;
  readonly limit: number;
}
