import type {
  BudgetPeriod,
  CredentialType,
  KeyRole,
  OrganizationRole,
  RequestPriority,
  WorkspaceRole,
} from '@multilane/contracts';

export {
  type BudgetPeriod,
  type CredentialType,
  KEY_ROLES,
  type KeyRole,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@multilane/contracts';

/**
 * Limits of a credential, in addition to those of its team. 0 always means unlimited
 * (docs/contract/limits.md#ceilings).
 */
export interface CredentialLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Requests at the same time; left out, 0. */
  readonly maxParallel?: number;
  /** Requests over it wait; left out, they are rejected. */
  readonly queue?: { readonly maxWaitMs: number; readonly maxLength: number } | undefined;
  /** Priority in queues of requests that name none. */
  readonly priority?: RequestPriority | undefined;
  /** Highest priority that requests may name. */
  readonly maxPriority?: RequestPriority | undefined;
  /** US dollars in a budget period. */
  readonly budgetUsd: number;
  readonly budgetPeriod: BudgetPeriod;
}

/** A person's place in a workspace. */
export interface Membership {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
  /** The team that what the person does there is attributed to; undefined: none. */
  readonly teamId?: string | undefined;
  readonly teamName?: string | undefined;
  /** True if the person lost the team that the membership was attributed to: see `Caller.isTeamRemoved`. */
  readonly isTeamRemoved?: boolean | undefined;
}

/** Sender of a request, as far as authentication knows; the policies decide what the caller may do. */
export interface Caller {
  readonly credentialType: CredentialType;
  /** The id of the key, token or session; undefined for one that the database does not hold. */
  readonly credentialId?: string | undefined;
  /** The credential's name, for the audit log; never the credential. */
  readonly keyName: string;
  /**
   * Role of API keys and JWTs; `editor` for virtual accounts that may change knowledge; `member` for the others, whose
   * powers come from elsewhere (see `permissionsOf`).
   */
  readonly role: KeyRole;
  /** Undefined: the organization of gateway.yaml, on a gateway without a database. */
  readonly organizationId?: string | undefined;
  readonly organizationName?: string | undefined;
  readonly teamId?: string | undefined;
  /** The team whose models, limits and budget apply; undefined for a person or virtual account without one. */
  readonly teamName?: string | undefined;
  /**
   * True if the person lost the team of the membership that the request is made under. Such a caller has no model
   * access until an administrator attributes the membership again or marks it as belonging to no team.
   */
  readonly isTeamRemoved?: boolean | undefined;
  /** The workspace that the credential is bound to; undefined for a team-scoped one. */
  readonly workspaceId?: string | undefined;
  /** The person behind a PAT or session; the owner of an API key, where it names one; who a virtual account of the organization acts for. */
  readonly userId?: string | undefined;
  /** Role of the person of a PAT or a session; undefined for others. */
  readonly organizationRole?: OrganizationRole | undefined;
  /** The workspaces that a PAT or session reaches; a PAT reaches one. */
  readonly memberships?: readonly Membership[] | undefined;
  /** The virtual account behind a VAT. */
  readonly serviceAccountId?: string | undefined;
  /** The virtual account of the organization behind a VAT: it belongs to no workspace and calls no model. */
  readonly organizationAccountId?: string | undefined;
  /**
   * Permissions that an owner granted that account, in the organization and all its workspaces. Names that are no
   * permissions count for nothing.
   */
  readonly grantedPermissions?: ReadonlySet<string> | undefined;
  /** Model names that a VAT is restricted to, as they were written; undefined: no restriction, empty: none. */
  readonly allowedModels?: ReadonlySet<string> | undefined;
  /** Provider names that a VAT is restricted to; undefined: no restriction, empty: none. */
  readonly allowedProviders?: ReadonlySet<string> | undefined;
  /** Undefined: none beside the team's. */
  readonly limits?: CredentialLimits | undefined;
  /** Milliseconds since the epoch; undefined never expires. */
  readonly expiresAt: number | undefined;
}

/** The tenant whose turn a caller's work takes where tenants take turns: its organization's name is the first word (`FairQueue`). */
export function tenantOf({ organizationId, workspaceId, teamName }: Caller): string {
  return `${organizationId} ${workspaceId} ${teamName}`;
}
