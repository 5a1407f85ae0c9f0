import type { UsageRow } from './audit.js';

/** What requests say about themselves, by which usage is summed. */
export type UsageDimension =
  | { readonly kind: 'customer' | 'client' | 'session' }
  | { readonly kind: 'tag'; readonly name: string };

type Sums = Omit<
  UsageRow,
  | 'workspaceId'
  | 'teamId'
  | 'team'
  | 'credentialId'
  | 'credentialName'
  | 'userId'
  | 'serviceAccountId'
  | 'model'
  | 'provider'
  | 'providerKind'
>;

/** Sums of the requests of one value, of one day if they were asked by day. */
export interface DimensionUsageRow extends Sums {
  readonly value: string;
}
