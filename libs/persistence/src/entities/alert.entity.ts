import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AlertChannelKind, AlertKind, AlertRuleRecord, QuietHours } from '../records/alert.js';
import type { JsonObject } from '../records/json.js';
import { SOURCES, type Source } from '../records/organization.js';
import { creationTime, id, oneOf, optionalId, optionalJson, optionalText, text } from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { TeamEntity } from './team.entity.js';

@Entity('alert_rules')
@Check('ck_alert_rules__source', oneOf('source', SOURCES))
@Index(['organizationId', 'workspaceId'])
@Index(['organizationId', 'teamId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class AlertRuleEntity implements AlertRuleRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(optionalId) workspaceId!: string | null;
  @Column(optionalId) teamId!: string | null;
  @Column(text) name!: string;
  @Column(text) kind!: AlertKind;
  @Column({ type: 'jsonb' }) settings!: JsonObject;
  @Column({ type: 'jsonb' }) channelIds!: string[];
  @Column({ type: 'boolean' }) enabled!: boolean;
  @Column(optionalText) problem!: string | null;
  @Column({ type: 'text', default: 'database' }) source!: Source;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('alert_channels')
@Check('ck_alert_channels__source', oneOf('source', SOURCES))
@Index(['organizationId', 'workspaceId'])
@Index(['organizationId', 'teamId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class AlertChannelEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(optionalId) workspaceId!: string | null;
  @Column(optionalId) teamId!: string | null;
  @Column(text) name!: string;
  @Column(text) kind!: AlertChannelKind;
  @Column(text) hint!: string;
  /** Address and secrets, sealed for this row. Null: they are in gateway.yaml. */
  @Column(optionalText) sealed!: string | null;
  @Column(optionalJson) quiet!: QuietHours | null;
  @Column({ type: 'boolean' }) enabled!: boolean;
  @Column({ type: 'text', default: 'database' }) source!: Source;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
