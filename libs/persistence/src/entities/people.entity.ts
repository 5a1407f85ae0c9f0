import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import {
  type MembershipRecord,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type ScimMappingRecord,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../records/people.js';
import { creationTime, id, oneOf, optionalId, optionalJson, optionalText, optionalTime, text } from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { TeamEntity } from './team.entity.js';

@Entity('users')
// By lower(name), which TypeORM has no words for.
@Index('ix_users__name', { synchronize: false })
// By trigrams, where the server has them.
@Index('ix_users__search', { synchronize: false })
@Unique(['organizationId', 'email'])
@Unique(['organizationId', 'id'])
@Unique(['organizationId', 'ssoSubject'])
@Unique(['organizationId', 'scimUserName'])
@Unique(['organizationId', 'scimExternalId'])
@Index(['email'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_users__role', oneOf('role', ORGANIZATION_ROLES))
@Check('ck_users__email', 'email = lower(email)')
export class UserEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) email!: string;
  @Column(text) name!: string;
  @Column({ type: 'text', default: 'org_member' }) role!: OrganizationRole;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @Column(optionalText) passwordHash!: string | null;
  @Column(optionalText) ssoSubject!: string | null;
  /** Secret of the authenticator app, sealed for the person; null without a second factor. */
  @Column(optionalText) secondFactorSealed!: string | null;
  @Column(optionalTime) secondFactorSince!: Date | null;
  /** Secret that is to become the one above, once a code has proven it. */
  @Column(optionalText) secondFactorBegunSealed!: string | null;
  @Column(optionalTime) secondFactorBegunAt!: Date | null;
  /** Time step of the last code that was used: none up to it is good any more. */
  @Column({ type: 'integer', nullable: true }) secondFactorStep!: number | null;
  @Column({ type: 'integer', default: 0 }) secondFactorFailures!: number;
  @Column(optionalTime) secondFactorRefusedUntil!: Date | null;
  /** SHA-256 of each recovery code that is left. */
  @Column({ type: 'text', array: true, default: [] }) recoveryCodeHashes!: string[];
  @Column(optionalText) scimUserName!: string | null;
  @Column(optionalText) scimExternalId!: string | null;
  @Column(optionalJson) scimAttributes!: JsonObject | null;
  @Column({ type: 'integer', default: 1 }) revision!: number;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('memberships')
@Index(['organizationId', 'userId'])
@Index(['organizationId', 'teamId'])
@Index(['organizationId', 'manualTeamId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'])
@ForeignKey(() => TeamEntity, ['organizationId', 'manualTeamId'], ['organizationId', 'id'])
@Check('ck_memberships__role', oneOf('role', WORKSPACE_ROLES))
@Check('ck_memberships__manual_role', oneOf('manual_role', WORKSPACE_ROLES))
@Check('ck_memberships__team', 'team_id IS NULL OR team_removed_at IS NULL')
@Check('ck_memberships__manual_team', 'manual_team_id IS NULL OR manual_team_removed_at IS NULL')
export class MembershipEntity implements MembershipRecord {
  @PrimaryColumn(id) workspaceId!: string;
  @PrimaryColumn(id) userId!: string;
  @Column(id) organizationId!: string;
  @Column(text) role!: WorkspaceRole;
  @Column(optionalId) teamId!: string | null;
  @Column(optionalTime) teamRemovedAt!: Date | null;
  /**
   * Role given by a person, beside which SCIM mappings may give more; `role` and the team above are the sum of both.
   */
  @Column(optionalText) manualRole!: WorkspaceRole | null;
  @Column(optionalId) manualTeamId!: string | null;
  @Column(optionalTime) manualTeamRemovedAt!: Date | null;
  @Column(creationTime) createdAt!: Date;
  /** The database sets it with each change. */
  @Column(creationTime) updatedAt!: Date;
}

/** Gives the people of a group a role in a workspace. */
@Entity('scim_mappings')
@Unique(['organizationId', 'teamId', 'workspaceId'])
@Index(['organizationId', 'workspaceId'])
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_scim_mappings__role', oneOf('role', WORKSPACE_ROLES))
export class ScimMappingEntity implements ScimMappingRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) teamId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) role!: WorkspaceRole;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
