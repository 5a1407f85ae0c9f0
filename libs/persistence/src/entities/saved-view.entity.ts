import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { SavedViewRecord } from '../records/saved-view.js';
import { creationTime, id, text } from './column-types.js';
import { WorkspaceEntity } from './organization.entity.js';

@Entity('saved_views')
@Unique(['workspaceId', 'page', 'name'])
@Index(['organizationId', 'workspaceId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class SavedViewEntity implements SavedViewRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) page!: string;
  @Column(text) name!: string;
  @Column(text) search!: string;
  /** No foreign key: the view of a person who left stays. */
  @Column(id) createdBy!: string;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
