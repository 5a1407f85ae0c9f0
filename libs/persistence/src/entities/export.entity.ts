import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { TENANT_EXPORT_KINDS, type TenantExportKind } from '../exports/tenant-export.js';
import type { JsonObject } from '../records/json.js';
import { creationTime, id, oneOf, optionalId, text } from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';

@Entity('exports')
@Unique('uq_exports__name', ['organizationId', 'workspaceId', 'name'])
@Check('ck_exports__kind', oneOf('kind', TENANT_EXPORT_KINDS))
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class ExportEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(optionalId) workspaceId!: string | null;
  @Column(text) name!: string;
  @Column(text) kind!: TenantExportKind;
  @Column({ type: 'jsonb' }) settings!: JsonObject;
  /** Settings of the kind without secrets. */
  @Column({ type: 'jsonb' }) config!: JsonObject;
  @Column(text) hint!: string;
  /** Settings of the kind with secrets, sealed for this row. */
  @Column(text) sealed!: string;
  @Column({ type: 'boolean' }) enabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
