import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { type OrganizationRecord, SOURCES, type Source, type WorkspaceRecord } from '../records/organization.js';
import { creationTime, id, oneOf, optionalTime, text } from './column-types.js';

@Entity('organizations')
@Unique(['name'])
@Check('ck_organizations__source', oneOf('source', SOURCES))
export class OrganizationEntity implements OrganizationRecord {
  @PrimaryColumn(id) id!: string;
  @Column(text) name!: string;
  @Column({ type: 'text', array: true }) products!: string[];
  @Column({ type: 'integer', default: 90 }) maxPatLifetimeDays!: number;
  @Column({ type: 'integer', default: 10 }) maxPatsPerUser!: number;
  @Column({ type: 'boolean', default: false }) allowNonExpiringVat!: boolean;
  @Column({ type: 'boolean', default: false }) requiresSecondFactor!: boolean;
  @Column({ type: 'text', default: 'UTC' }) reportingZone!: string;
  @Column({ type: 'text', default: 'database' }) source!: Source;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('workspaces')
@Unique(['organizationId', 'name'])
@Unique(['organizationId', 'id'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
export class WorkspaceEntity implements WorkspaceRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) name!: string;
  @Column(optionalTime) payloadsCapturedUntil!: Date | null;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
