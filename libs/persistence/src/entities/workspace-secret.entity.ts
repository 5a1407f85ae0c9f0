import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { creationTime, id, optionalText, text } from './column-types.js';
import { WorkspaceEntity } from './organization.entity.js';

@Entity('workspace_secrets')
@Unique(['workspaceId', 'name'])
@Index(['organizationId', 'workspaceId'])
@Index(['secretsKeyId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class WorkspaceSecretEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) name!: string;
  @Column(optionalText) description!: string | null;
  /** The value, sealed for this row. */
  @Column(text) sealed!: string;
  @Column(text) secretsKeyId!: string;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
