import type { JsonObject } from './json.js';

/** Author of a change. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'service_account' | 'scim' | 'operator' | 'system';
  readonly id: string | null;
  /** Name in the audit trail: a name or an email address. */
  readonly name: string;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
  /** Condition on the row that the author changes. Without one, the last change wins. */
  readonly condition?: RowCondition | undefined;
}

/** Condition on one row, such as the version of it that the author of a change has seen. */
export interface RowCondition {
  /** Id of the row. */
  readonly id: string;
  /** Throws unless a row that was changed last at this time may be changed. @param updatedAt Undefined: there is no such row */
  demand(updatedAt: Date | undefined): void;
}

/** A row of the audit trail of changes. */
export interface ChangeRecord {
  readonly id: string;
  /** Null for what concerns no tenant. */
  readonly organizationId: string | null;
  readonly actorType: Actor['type'];
  readonly actorId: string | null;
  readonly actorName: string;
  readonly requestId: string | null;
  readonly address: string | null;
  /** `<target type>.<what happened>`, such as `team.update`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string | null;
  readonly targetName: string | null;
  /** Previous state; of an update, the fields that changed. Never a secret or a hash of one. */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly createdAt: Date;
}

/** Subject of a change, whose cached state every process drops. */
export type Topic =
  | 'snapshot'
  | `credential:${string}`
  | `user:${string}`
  | `service_account:${string}`
  | `organization_account:${string}`
  | `organization:${string}`;

/** The topics of one version. */
export interface VersionedTopics {
  readonly version: number;
  readonly topics: readonly Topic[];
}
