import type { JsonObject } from './json.js';
import type { QueueRecord } from './queue.js';

/** Scope of a rate-limit policy: one workspace, or every workspace of the organization. */
export const POLICY_SCOPES = ['workspace', 'organization'] as const;

export type PolicyScope = (typeof POLICY_SCOPES)[number];

/** Counters of a policy: one that all matching requests share, or one for each of these. */
export const APPLIES_PER = ['shared', 'team', 'user', 'service_account', 'api_key'] as const;

export type AppliesPer = (typeof APPLIES_PER)[number];

/**
 * A rate-limit policy (docs/contract/limits.md#policies): seven limits, of which 0 is unlimited and at
 * least one is not.
 */
export interface RateLimitPolicyRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scope: PolicyScope;
  /** Null for one of the organization. */
  readonly workspaceId: string | null;
  /** At most one identity; all null: the whole scope. */
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly serviceAccountId: string | null;
  readonly apiKeyId: string | null;
  /** The logical name of a model; null: every model. */
  readonly model: string | null;
  readonly appliesPer: AppliesPer;
  readonly requestsPerMinute: number;
  readonly requestsPerHour: number;
  readonly requestsPerDay: number;
  readonly tokensPerMinute: number;
  readonly tokensPerHour: number;
  readonly tokensPerDay: number;
  /** Requests at the same time. */
  readonly maxParallel: number;
  /** Null: requests over it are rejected at once. */
  readonly queue: QueueRecord | null;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const POLICY_KINDS = ['routing_config', 'guardrail', 'pii', 'cache', 'budget', 'tag', 'prompt'] as const;

export type PolicyKind = (typeof POLICY_KINDS)[number];

/** A policy that gateway.yaml can declare too; `definition` is the entry of the file, without its name. */
export interface PolicyRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Null: every workspace of the organization, and its team-scoped callers. */
  readonly workspaceId: string | null;
  readonly kind: PolicyKind;
  /** Unique among the policies of its kind and place. */
  readonly name: string;
  readonly definition: JsonObject;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A policy as the control plane keeps it. What its definition holds no value of is sealed; `loadSnapshotRows` alone opens it. */
export interface StoredPolicyRecord extends PolicyRecord {
  /** The names of the headers that are sent to an http guardrail, in lower case; never their values. */
  readonly secretNames: readonly string[];
}

/** Headers of an http guardrail, by their names. */
export interface PolicySecrets {
  readonly headers: Readonly<Record<string, string>>;
}

/** A policy as the gateway needs it: its definition holds the headers of an http guardrail again. */
export interface SnapshotPolicy extends PolicyRecord {
  /** Reason why they are missing, if they cannot be read. */
  readonly problem?: string;
}
