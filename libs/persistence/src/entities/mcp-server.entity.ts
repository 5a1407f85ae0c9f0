import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import type { McpToolRecord } from '../records/mcp-server.js';
import type { SecretHints } from '../records/model.js';
import { creationTime, id, optionalJson, optionalText, text } from './column-types.js';
import { WorkspaceEntity } from './organization.entity.js';

@Entity('mcp_servers')
@Unique(['workspaceId', 'name'])
@Index(['organizationId', 'workspaceId'])
@Index(['secretsKeyId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_mcp_servers__secrets', '(sealed_secrets IS NULL) = (secrets_key_id IS NULL)')
export class McpServerEntity {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) name!: string;
  @Column(optionalText) url!: string | null;
  @Column({ type: 'jsonb' }) settings!: JsonObject;
  @Column({ type: 'text', array: true }) secretNames!: string[];
  /** An object of sealed texts by the name of the secret, as JSON. */
  @Column(optionalText) sealedSecrets!: string | null;
  @Column(optionalText) secretsKeyId!: string | null;
  @Column({ type: 'jsonb', default: {} }) secretHints!: SecretHints;
  @Column({ type: 'boolean', default: true }) enabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('mcp_tools')
@Unique(['serverId', 'name'])
@ForeignKey(() => McpServerEntity, ['serverId'], ['id'], { onDelete: 'CASCADE' })
export class McpToolEntity implements McpToolRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) serverId!: string;
  @Column(text) name!: string;
  @Column(text) hash!: string;
  @Column({ type: 'jsonb' }) definition!: JsonObject;
  @Column(optionalText) approvedHash!: string | null;
  @Column(optionalJson) approvedDefinition!: JsonObject | null;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
