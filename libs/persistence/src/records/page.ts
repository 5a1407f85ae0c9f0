/** Which page of a list. */
export interface PageRequest<Filters = unknown> {
  /** How many rows at most, from 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** A filter that is undefined filters nothing; null finds rows without that value. */
  readonly filters?: Filters | undefined;
}

/** Rows from the newest to the oldest. */
export interface Page<Row> {
  readonly data: readonly Row[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}
