import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ORGANIZATION_ROLES, type OrganizationRole, WORKSPACE_ROLES, type WorkspaceRole } from '../records/people.js';
import { creationTime, id, oneOf, optionalId, optionalText, optionalTime, text, time } from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { UserEntity } from './people.entity.js';
import { TeamEntity } from './team.entity.js';

const HASH = "hash ~ '^[0-9a-f]{64}$'";

@Entity('sessions')
@Unique(['hash'])
@Index(['organizationId', 'userId'])
@Index(['expiresAt'])
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_sessions__hash', HASH)
export class SessionEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) userId!: string;
  @Column(text) hash!: string;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) lastSeenAt!: Date;
  @Column(time) expiresAt!: Date;
  @Column(optionalText) address!: string | null;
  @Column(optionalText) userAgent!: string | null;
}

@Entity('invites')
@Unique(['hash'])
@Index(['organizationId', 'email'])
@Index(['organizationId', 'workspaceId'])
@Index(['organizationId', 'teamId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'])
@Check('ck_invites__hash', HASH)
@Check('ck_invites__email', 'email = lower(email)')
@Check('ck_invites__role', oneOf('role', ORGANIZATION_ROLES))
@Check('ck_invites__workspace_role', oneOf('workspace_role', WORKSPACE_ROLES))
@Check('ck_invites__workspace', '(workspace_id IS NULL) = (workspace_role IS NULL)')
export class InviteEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) email!: string;
  @Column(text) role!: OrganizationRole;
  @Column(optionalId) workspaceId!: string | null;
  @Column(optionalText) workspaceRole!: WorkspaceRole | null;
  @Column(optionalId) teamId!: string | null;
  @Column(optionalTime) teamRemovedAt!: Date | null;
  @Column(text) hash!: string;
  @Column(optionalText) invitedBy!: string | null;
  @Column(time) expiresAt!: Date;
  @Column(optionalTime) acceptedAt!: Date | null;
  @Column(creationTime) createdAt!: Date;
}

@Entity('scim_tokens')
@Unique(['hash'])
@Unique(['organizationId', 'name'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_scim_tokens__hash', HASH)
export class ScimTokenEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) name!: string;
  @Column(text) hash!: string;
  @Column(text) hint!: string;
  @Column(optionalTime) expiresAt!: Date | null;
  @Column(optionalTime) lastUsedAt!: Date | null;
  @Column(creationTime) createdAt!: Date;
}

@Entity('setup_tokens')
@Unique(['hash'])
@Index(['organizationId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_setup_tokens__hash', HASH)
export class SetupTokenEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) hash!: string;
  @Column(time) expiresAt!: Date;
  @Column(creationTime) createdAt!: Date;
}
