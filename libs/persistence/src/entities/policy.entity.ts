import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import {
  APPLIES_PER,
  type AppliesPer,
  POLICY_KINDS,
  POLICY_SCOPES,
  type PolicyKind,
  type PolicyScope,
  type RateLimitPolicyRecord,
  type StoredPolicyRecord,
} from '../records/policy.js';
import type { QueueRecord } from '../records/queue.js';
import {
  countable,
  creationTime,
  id,
  oneOf,
  optionalId,
  optionalJson,
  optionalText,
  text,
  wholeNumber,
} from './column-types.js';
import { CredentialEntity, ServiceAccountEntity } from './credential.entity.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { UserEntity } from './people.entity.js';
import { TeamEntity } from './team.entity.js';

const CEILINGS = ['requests', 'tokens'].flatMap((unit) =>
  ['minute', 'hour', 'day'].map((window) => `${unit}_per_${window}`),
);

@Entity('rate_limit_policies')
@Index(['organizationId', 'workspaceId'])
@Index(['organizationId', 'teamId'])
@Index(['organizationId', 'userId'])
@Index(['organizationId', 'serviceAccountId'])
@Index(['organizationId', 'apiKeyId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => ServiceAccountEntity, ['organizationId', 'serviceAccountId'], ['organizationId', 'id'], {
  onDelete: 'CASCADE',
})
@ForeignKey(() => CredentialEntity, ['organizationId', 'apiKeyId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_rate_limit_policies__scope', oneOf('scope', POLICY_SCOPES))
@Check('ck_rate_limit_policies__workspace', "(scope = 'workspace') = (workspace_id IS NOT NULL)")
@Check(
  'ck_rate_limit_policies__organization_wide',
  "scope = 'workspace' OR (api_key_id IS NULL AND service_account_id IS NULL)",
)
@Check('ck_rate_limit_policies__one_identity', 'num_nonnulls(team_id, user_id, service_account_id, api_key_id) <= 1')
@Check('ck_rate_limit_policies__applies_per', oneOf('applies_per', APPLIES_PER))
@Check('ck_rate_limit_policies__ceilings', CEILINGS.map((name) => `${name} >= 0`).join(' AND '))
@Check('ck_rate_limit_policies__some_ceiling', `${CEILINGS.join(' + ')} + max_parallel > 0`)
@Check('ck_rate_limit_policies__max_parallel', countable('max_parallel'))
export class RateLimitPolicyEntity implements RateLimitPolicyRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) name!: string;
  @Column(text) scope!: PolicyScope;
  @Column(optionalId) workspaceId!: string | null;
  @Column(optionalId) teamId!: string | null;
  @Column(optionalId) userId!: string | null;
  @Column(optionalId) serviceAccountId!: string | null;
  @Column(optionalId) apiKeyId!: string | null;
  @Column(optionalText) model!: string | null;
  @Column(text) appliesPer!: AppliesPer;
  @Column(wholeNumber) requestsPerMinute!: number;
  @Column(wholeNumber) requestsPerHour!: number;
  @Column(wholeNumber) requestsPerDay!: number;
  @Column(wholeNumber) tokensPerMinute!: number;
  @Column(wholeNumber) tokensPerHour!: number;
  @Column(wholeNumber) tokensPerDay!: number;
  @Column(wholeNumber) maxParallel!: number;
  @Column(optionalJson) queue!: QueueRecord | null;
  @Column({ type: 'boolean', default: true }) enabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('policies')
@Index('uq_policies__name', { synchronize: false })
@Index('uq_policies__workspace_id', { synchronize: false })
@Index(['secretsKeyId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_policies__kind', oneOf('kind', POLICY_KINDS))
@Check('ck_policies__secrets', '(sealed_secrets IS NULL) = (secrets_key_id IS NULL)')
export class PolicyEntity implements StoredPolicyRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(optionalId) workspaceId!: string | null;
  @Column(text) kind!: PolicyKind;
  @Column(text) name!: string;
  @Column({ type: 'jsonb' }) definition!: JsonObject;
  @Column({ type: 'text', array: true, default: [] }) secretNames!: string[];
  @Column(optionalText) sealedSecrets!: string | null;
  @Column(optionalText) secretsKeyId!: string | null;
  @Column({ type: 'boolean', default: true }) enabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
