/** Orders of every list of named objects: by the time of creation or by name, and with a hyphen the other way round. */
export const LIST_ORDERS = ['-created_at', 'created_at', 'name', '-name'] as const;

/** One of `LIST_ORDERS`, or a further column that the list declares, with a hyphen the other way round. */
export type ListOrder = string;

/** Request for a page of a list. */
export interface PageRequest<Filters = unknown> {
  /** Rows at most, from 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Newest first by default. A list without names knows no order by name. */
  readonly order?: ListOrder | undefined;
  /** Only rows in whose names this text occurs, in upper or lower case. */
  readonly search?: string | undefined;
  /** A filter that is undefined filters nothing; null finds rows without that value. */
  readonly filters?: Filters | undefined;
}

/** Rows in the order of the list. */
export interface Page<Row> {
  readonly data: readonly Row[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}
