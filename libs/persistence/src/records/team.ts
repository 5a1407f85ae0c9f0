import type { Source } from './organization.js';
import type { QueueSettingsRecord } from './queue.js';

/** A group whose models, limits and budget apply to what its credentials ask. Its name is unique in the organization, regardless of case. */
export interface TeamRecord extends QueueSettingsRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Null: every model. Empty: none. */
  readonly allowedModels: readonly string[] | null;
  /** Requests a minute; 0 is unlimited. */
  readonly rpmLimit: number;
  /** Tokens a minute; 0 is unlimited. */
  readonly tpmLimit: number;
  /** Requests at the same time; 0 is unlimited. */
  readonly maxParallel: number;
  /** Tokens a month; 0 is unlimited. */
  readonly tokenBudgetMonthly: number;
  readonly source: Source;
  readonly scimExternalId: string | null;
  /** Grows by one with each change, of its members too: the ETag of SCIM. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TeamMemberRecord {
  readonly organizationId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly createdAt: Date;
}
