import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import type { SecretHints, WorkspaceModelRecord } from '../records/model.js';
import { creationTime, id, oneOf, optionalId, optionalJson, optionalText, text } from './column-types.js';
import { WorkspaceEntity } from './organization.entity.js';

@Entity('workspace_providers')
@Unique(['workspaceId', 'name'])
@Unique(['workspaceId', 'id'])
@Index(['organizationId', 'workspaceId'])
@Index(['secretsKeyId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_workspace_providers__secrets', '(sealed_secrets IS NULL) = (secrets_key_id IS NULL)')
export class WorkspaceProviderEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) name!: string;
  @Column(text) kind!: string;
  @Column(optionalText) baseUrl!: string | null;
  @Column({ type: 'jsonb' }) settings!: JsonObject;
  @Column({ type: 'text', array: true }) secretNames!: string[];
  /** An object of sealed texts by the name of the secret, as JSON; from an earlier release one text for all of them. */
  @Column(optionalText) sealedSecrets!: string | null;
  @Column(optionalText) secretsKeyId!: string | null;
  @Column({ type: 'jsonb', default: {} }) secretHints!: SecretHints;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

/** Columns that each kind must and must not have. */
const PARTS = `CASE kind
  WHEN 'model' THEN provider_id IS NOT NULL AND upstream_model IS NOT NULL AND routing IS NULL
  WHEN 'virtual' THEN provider_id IS NULL AND upstream_model IS NULL AND routing IS NOT NULL
END`;

@Entity('workspace_models')
@Unique(['workspaceId', 'id'])
@Index(['organizationId', 'workspaceId'])
@Index(['workspaceId', 'providerId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceProviderEntity, ['workspaceId', 'providerId'], ['workspaceId', 'id'])
@Check('ck_workspace_models__kind', oneOf('kind', ['model', 'virtual']))
@Check('ck_workspace_models__parts', PARTS)
export class WorkspaceModelEntity implements WorkspaceModelRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) logicalName!: string;
  @Column({ type: 'text', array: true }) aliases!: string[];
  @Column(text) kind!: 'model' | 'virtual';
  @Column(text) type!: string;
  @Column(optionalId) providerId!: string | null;
  @Column(optionalText) upstreamModel!: string | null;
  @Column({ type: 'integer', nullable: true }) contextWindow!: number | null;
  @Column(optionalJson) prices!: JsonObject | null;
  @Column(optionalJson) mediaPrices!: JsonObject | null;
  @Column(optionalJson) capabilities!: JsonObject | null;
  @Column(optionalJson) routing!: JsonObject | null;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

/** Every name that resolves in a workspace, logical or alias, once: so that no two models share one. */
@Entity('workspace_model_names')
@Index(['workspaceId', 'modelId'])
@ForeignKey(() => WorkspaceModelEntity, ['workspaceId', 'modelId'], ['workspaceId', 'id'], { onDelete: 'CASCADE' })
export class WorkspaceModelNameEntity {
  @PrimaryColumn(id) workspaceId!: string;
  @PrimaryColumn(text) name!: string;
  @Column(id) modelId!: string;
}
