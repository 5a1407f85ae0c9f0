/** A budget in its period, and what is spent of it. */
export interface SpentBudget {
  readonly subjectType: 'api_key' | 'team' | 'budget_rule';
  readonly id: string;
  readonly name: string;
  /** Name with its kind, such as `key search-prod`. */
  readonly holder: string;
  /** Further places in words, such as `team search`; empty: none. */
  readonly within: string;
  readonly unit: 'usd' | 'tokens' | 'requests';
  readonly limit: number;
  readonly spent: number;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  /** Infinity: it does not start from zero. */
  readonly endsAt: number;
  /** Period in which a threshold alerts once. */
  readonly windowKey: string;
  /** Filters of the page of budgets. */
  readonly search: Readonly<Record<string, string>>;
}

/** Start of the window keys of budgets that roll: they have no periods. */
export const ROLLING = 'rolling';
