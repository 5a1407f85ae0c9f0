import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { DashboardChart, DashboardRecord } from '../records/dashboard.js';
import { creationTime, id, text } from './column-types.js';
import { WorkspaceEntity } from './organization.entity.js';

@Entity('dashboards')
@Unique(['workspaceId', 'name'])
@Index(['organizationId', 'workspaceId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class DashboardEntity implements DashboardRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) name!: string;
  @Column({ type: 'jsonb' }) charts!: DashboardChart[];
  /** No foreign key: the dashboard of a person who left stays. */
  @Column(id) createdBy!: string;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
