import type { SlotQueue } from './ceiling.js';
import type { RequestPriority } from './slot-queue.js';

/** By whom the requests that match a policy are counted apart, or `shared`. */
export type CountedPer = 'shared' | 'team' | 'user' | 'service_account' | 'api_key';

/**
 * A rate-limit policy as it is stored (docs/contract/limits.md#policies): six limits of windows
 * and one of requests at the same time, of which 0 is unlimited.
 */
export interface LimitPolicy {
  readonly id: string;
  readonly organizationId: string;
  readonly scope: 'workspace' | 'organization';
  readonly workspaceId: string | null;
  /** At most one identity; all null: everybody in the scope. */
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly serviceAccountId: string | null;
  readonly apiKeyId: string | null;
  /** The logical name of a model or virtual model; null: every model, and requests that name none. */
  readonly model: string | null;
  readonly appliesPer: CountedPer;
  readonly requestsPerMinute: number;
  readonly requestsPerHour: number;
  readonly requestsPerDay: number;
  readonly tokensPerMinute: number;
  readonly tokensPerHour: number;
  readonly tokensPerDay: number;
  /** Requests at the same time; left out, 0. */
  readonly maxParallel?: number;
  /** Requests over it wait; left out, they are rejected. */
  readonly queue?: SlotQueue | undefined;
  readonly enabled: boolean;
}

/** Caller that is counted, as far as limits need to know. */
export interface LimitedCaller {
  /** Names the organization in the counters; its id, or its name where it has none. */
  readonly organization: string;
  readonly workspaceId: string | undefined;
  readonly team: LimitedTeam | undefined;
  readonly serviceAccountId: string | undefined;
  readonly userId: string | undefined;
  readonly apiKey: LimitedKey | undefined;
}

/** Requests and tokens a minute, and requests at the same time; 0 is unlimited. */
export interface MinuteLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Left out, 0. */
  readonly maxParallel?: number;
  /** Requests over it wait; left out, they are rejected. */
  readonly queue?: SlotQueue | undefined;
  /** Priority of requests that name none; left out, normal. */
  readonly priority?: RequestPriority | undefined;
  /** Highest priority that requests may name; left out, the default one. */
  readonly maxPriority?: RequestPriority | undefined;
}

export interface LimitedTeam {
  /** Its id in the database, or another name that is no id. */
  readonly id: string;
  readonly limits: MinuteLimits | undefined;
}

export interface LimitedKey {
  /** The id of the credential in the database, or another name that is no id. */
  readonly id: string;
  readonly limits: MinuteLimits | undefined;
  /** False for other credentials with limits of their own: no policy names them. */
  readonly isApiKey: boolean;
}
