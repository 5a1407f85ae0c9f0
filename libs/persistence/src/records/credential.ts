import type {
  AccountRole,
  BudgetPeriod as BudgetResetPeriod,
  CredentialKind,
  KeyRole as CredentialRole,
} from '@multilane/contracts';
import type { Source } from './organization.js';
import type { OrganizationRole, SessionRecord, WorkspaceRole } from './people.js';
import type { QueueSettingsRecord } from './queue.js';

export {
  ACCOUNT_ROLES,
  type AccountRole,
  BUDGET_PERIODS as BUDGET_RESET_PERIODS,
  type BudgetPeriod as BudgetResetPeriod,
  CREDENTIAL_KINDS,
  type CredentialKind,
  KEY_ROLES as CREDENTIAL_ROLES,
  type KeyRole as CredentialRole,
} from '@multilane/contracts';

/** A virtual account: a service identity in a workspace. Its name is unique there. */
export interface ServiceAccountRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Null: every model. Empty: none. */
  readonly allowedModels: readonly string[] | null;
  /** Provider kinds or names. Null: every provider. Empty: none. */
  readonly allowedProviders: readonly string[] | null;
  /** Access to the knowledge of its workspace. */
  readonly role: AccountRole;
  readonly disabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A virtual account of the organization: what an owner granted it, it may do without a person. Its name is unique. */
export interface OrganizationAccountRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** The owner that it acts for: it ends with that person's ownership. */
  readonly grantedBy: string;
  readonly disabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An API key, a personal access token or a virtual account's token, without its secret. */
export interface CredentialRecord extends QueueSettingsRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: CredentialKind;
  readonly name: string;
  /** Prefix and last four characters of the token. */
  readonly hint: string;
  /** The team of an API key; null for the others. */
  readonly teamId: string | null;
  /** Null: a team-scoped API key. */
  readonly workspaceId: string | null;
  /** The person of a PAT; the owner of an API key, if it has one. */
  readonly userId: string | null;
  /** The virtual account of a VAT. */
  readonly serviceAccountId: string | null;
  /** The virtual account of the organization of a VAT. */
  readonly organizationAccountId: string | null;
  /** Role of an API key on the control plane. */
  readonly role: CredentialRole;
  readonly rpmLimit: number;
  readonly tpmLimit: number;
  /** Requests at the same time; 0 is unlimited. */
  readonly maxParallel: number;
  /** USD in a budget period; 0 is unlimited. */
  readonly budgetUsd: number;
  readonly budgetResetPeriod: BudgetResetPeriod;
  readonly expiresAt: Date | null;
  readonly disabled: boolean;
  readonly rotateEveryDays: number | null;
  readonly rotationDueAt: Date | null;
  /** Seconds for which an old token works beside its successor, and a token that nobody rotates beyond its due time. */
  readonly graceSeconds: number;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** All that a stored credential says of its bearer, as one query found it. `auth` decides whether it is usable. */
export interface StoredIdentity {
  readonly credential: CredentialRecord;
  /** Time when the presented token stops working although its credential lives on: it was rotated. */
  readonly secretExpiresAt: Date | null;
  readonly organization: { readonly id: string; readonly name: string; readonly products: readonly string[] };
  /** The team of an API key, or the one that a PAT's workspace membership names. */
  readonly team: { readonly id: string; readonly name: string } | null;
  readonly workspace: { readonly id: string; readonly name: string } | null;
  readonly user: IdentityUser | null;
  /** The person's role in the credential's workspace; null when the person has no place there any more. */
  readonly workspaceRole: WorkspaceRole | null;
  /** True if the membership of a PAT has lost its team: see MembershipRecord. */
  readonly isTeamRemoved: boolean;
  readonly serviceAccount: IdentityServiceAccount | null;
  readonly organizationAccount?: IdentityOrganizationAccount | null;
}

export type IdentityServiceAccount = Pick<
  ServiceAccountRecord,
  'id' | 'name' | 'role' | 'disabled' | 'allowedModels' | 'allowedProviders'
>;

export interface IdentityOrganizationAccount
  extends Pick<OrganizationAccountRecord, 'id' | 'name' | 'permissions' | 'disabled'> {
  /** Person who granted the permissions; null if deleted. */
  readonly owner: IdentityUser | null;
}

export interface IdentityUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly active: boolean;
}

/** All that a session says of its person, as one query found it. */
export interface SessionIdentity {
  readonly session: SessionRecord;
  readonly organization: StoredIdentity['organization'] & { readonly source: Source };
  readonly user: IdentityUser;
  readonly memberships: readonly {
    readonly workspaceId: string;
    readonly workspaceName: string;
    readonly role: WorkspaceRole;
    readonly team: { readonly id: string; readonly name: string } | null;
    /** See MembershipRecord. */
    readonly isTeamRemoved: boolean;
  }[];
}
