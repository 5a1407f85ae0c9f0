import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import {
  type MembershipRecord,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../records/people.js';
import { creationTime, id, oneOf, optionalId, optionalJson, optionalText, text } from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { TeamEntity } from './team.entity.js';

@Entity('users')
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
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'])
@Check('ck_memberships__role', oneOf('role', WORKSPACE_ROLES))
export class MembershipEntity implements MembershipRecord {
  @PrimaryColumn(id) workspaceId!: string;
  @PrimaryColumn(id) userId!: string;
  @Column(id) organizationId!: string;
  @Column(text) role!: WorkspaceRole;
  @Column(optionalId) teamId!: string | null;
  @Column(creationTime) createdAt!: Date;
}
