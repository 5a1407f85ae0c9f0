import type { OrganizationRole, WorkspaceRole } from '@multilane/contracts';
import type { JsonObject } from './json.js';

export {
  ORGANIZATION_ROLES,
  type OrganizationRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@multilane/contracts';

/** A person. An email address is unique in the organization and stored in lower case. */
export interface UserRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  /** False: signed out everywhere, PATs rejected. */
  readonly active: boolean;
  /** True if the person may sign in with a password. The hash itself is handed out by `findLogins` alone. */
  readonly hasPassword: boolean;
  /** Time since which a sign-in with the password needs a second factor as well; null while it needs none. */
  readonly secondFactorSince: Date | null;
  /** Identity of the person at the identity provider: `<issuer> <subject>`. */
  readonly ssoSubject: string | null;
  readonly scimUserName: string | null;
  readonly scimExternalId: string | null;
  /** Attributes that a SCIM client sent and that mean nothing here; they are returned as they came. */
  readonly scimAttributes: JsonObject | null;
  /** Grows by one with each change: the ETag of SCIM. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Second factor of a person: secrets are sealed, recovery codes hashed. */
export interface SecondFactorRecord {
  /** Sealed secret; null while there is no second factor. */
  readonly sealed: string | null;
  readonly since: Date | null;
  /** Sealed secret of an enrolment that no code has proven yet. */
  readonly begunSealed: string | null;
  readonly begunAt: Date | null;
  /** Time step of the last code that was used. */
  readonly step: number | null;
  /** Wrong codes since the last right one. */
  readonly failures: number;
  /** Time until which codes are refused. */
  readonly refusedUntil: Date | null;
  readonly recoveryCodeHashes: readonly string[];
}

/** A person's place in a workspace. */
export interface MembershipRecord {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: WorkspaceRole;
  /** The team that the person's sessions and PATs in this workspace are attributed to. */
  readonly teamId: string | null;
  /**
   * Time when the person lost the team that this membership was attributed to (`teamId` is null): no model may be used
   * here until an administrator attributes it again, or to no team (docs/contract/model-access.md#losing-a-team).
   */
  readonly teamRemovedAt: Date | null;
  /** The role that a person gave; null: only SCIM mappings give this membership. */
  readonly manualRole: WorkspaceRole | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Gives the people of a SCIM group, which is a team, a role in a workspace. */
export interface ScimMappingRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A console session. Only the SHA-256 of the cookie's value is stored. */
export interface SessionRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The end, however busy the session is. */
  readonly expiresAt: Date;
  /** Address and browser that it was begun from; null for sessions from before they were noted. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** An offer to join, good once. */
export interface InviteRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly workspaceId: string | null;
  readonly workspaceRole: WorkspaceRole | null;
  readonly teamId: string | null;
  /**
   * Time when the team of the invitation was removed: the person who accepts it has no model access until an
   * administrator decides.
   */
  readonly teamRemovedAt: Date | null;
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly createdAt: Date;
}

/** Token with which a SCIM client authenticates. */
export interface ScimTokenRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly hint: string;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

/** Token with which the first owner proves itself, good once. */
export interface SetupTokenRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}
