import type { NO_GROUPS, UsageRow } from '../audit.js';

/** What requests say about themselves, by which usage is summed. */
export type UsageDimension =
  | { readonly kind: 'customer' | 'client' | 'session' }
  | { readonly kind: 'tag'; readonly name: string };

type Sums = Omit<UsageRow, Exclude<keyof typeof NO_GROUPS, 'day'>>;

/** Sums of the requests of one value, of one day if they were asked by day. */
export interface DimensionUsageRow extends Sums {
  readonly value: string;
}
