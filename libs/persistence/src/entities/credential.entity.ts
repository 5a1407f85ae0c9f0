import { REQUEST_PRIORITIES, type RequestPriority } from '@multilane/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  BUDGET_RESET_PERIODS,
  type BudgetResetPeriod,
  CREDENTIAL_KINDS,
  CREDENTIAL_ROLES,
  type CredentialKind,
  type CredentialRecord,
  type CredentialRole,
  type OrganizationAccountRecord,
  type ServiceAccountRecord,
} from '../records/credential.js';
import type { QueueRecord } from '../records/queue.js';
import {
  countable,
  creationTime,
  id,
  oneOf,
  optionalId,
  optionalJson,
  optionalText,
  optionalTexts,
  optionalTime,
  text,
  wholeNumber,
} from './column-types.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { UserEntity } from './people.entity.js';
import { TeamEntity } from './team.entity.js';

@Entity('service_accounts')
@Unique(['workspaceId', 'name'])
@Unique(['organizationId', 'id'])
@Index(['organizationId', 'workspaceId'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_service_accounts__role', oneOf('role', ACCOUNT_ROLES))
export class ServiceAccountEntity implements ServiceAccountRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(id) workspaceId!: string;
  @Column(text) name!: string;
  @Column(optionalTexts) allowedModels!: string[] | null;
  @Column(optionalTexts) allowedProviders!: string[] | null;
  @Column({ type: 'text', default: 'viewer' }) role!: AccountRole;
  @Column({ type: 'boolean', default: false }) disabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

@Entity('organization_accounts')
@Unique(['organizationId', 'name'])
@Unique(['organizationId', 'id'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
export class OrganizationAccountEntity implements OrganizationAccountRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) name!: string;
  @Column({ type: 'text', array: true }) permissions!: string[];
  /** No foreign key: the account of a person who left is still there, and of no use. */
  @Column(id) grantedBy!: string;
  @Column({ type: 'boolean', default: false }) disabled!: boolean;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}

/** Columns that each kind must and must not have. */
const OWNERS = `CASE kind
  WHEN 'api_key' THEN team_id IS NOT NULL AND service_account_id IS NULL AND organization_account_id IS NULL
  WHEN 'pat' THEN user_id IS NOT NULL AND workspace_id IS NOT NULL AND team_id IS NULL AND service_account_id IS NULL
    AND organization_account_id IS NULL
  WHEN 'vat' THEN team_id IS NULL AND user_id IS NULL
    AND (service_account_id IS NOT NULL AND workspace_id IS NOT NULL AND organization_account_id IS NULL
      OR service_account_id IS NULL AND workspace_id IS NULL AND organization_account_id IS NOT NULL)
END`;

@Entity('credentials')
@Unique(['organizationId', 'id'])
@Index(['organizationId', 'kind', 'id'])
// By expressions, which TypeORM has no words for.
@Index('ix_credentials__name', { synchronize: false })
@Index('ix_credentials__last_used_at', { synchronize: false })
@Index('ix_credentials__expires_at', { synchronize: false })
// By trigrams, where the server has them.
@Index('ix_credentials__search', { synchronize: false })
@Index(['organizationId', 'teamId'])
@Index(['organizationId', 'workspaceId'])
@Index(['organizationId', 'userId'])
@Index(['organizationId', 'serviceAccountId'])
@Index(['organizationId', 'organizationAccountId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'])
@ForeignKey(() => WorkspaceEntity, ['organizationId', 'workspaceId'], ['organizationId', 'id'])
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'])
@ForeignKey(() => ServiceAccountEntity, ['organizationId', 'serviceAccountId'], ['organizationId', 'id'], {
  onDelete: 'CASCADE',
})
@ForeignKey(() => OrganizationAccountEntity, ['organizationId', 'organizationAccountId'], ['organizationId', 'id'], {
  onDelete: 'CASCADE',
})
@Check('ck_credentials__kind', oneOf('kind', CREDENTIAL_KINDS))
@Check('ck_credentials__role', oneOf('role', CREDENTIAL_ROLES))
@Check('ck_credentials__budget_reset_period', oneOf('budget_reset_period', BUDGET_RESET_PERIODS))
@Check(
  'ck_credentials__limits',
  `${countable('rpm_limit')} AND ${countable('tpm_limit')} AND budget_usd BETWEEN 0 AND 1000000000000 AND grace_seconds >= 0`,
)
@Check('ck_credentials__max_parallel', countable('max_parallel'))
@Check(
  'ck_credentials__priorities',
  `${oneOf('priority', REQUEST_PRIORITIES)} AND ${oneOf('max_priority', REQUEST_PRIORITIES)}`,
)
@Check('ck_credentials__owners', OWNERS)
export class CredentialEntity implements CredentialRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) kind!: CredentialKind;
  @Column(text) name!: string;
  @Column(text) hint!: string;
  @Column(optionalId) teamId!: string | null;
  @Column(optionalId) workspaceId!: string | null;
  @Column(optionalId) userId!: string | null;
  @Column(optionalId) serviceAccountId!: string | null;
  @Column(optionalId) organizationAccountId!: string | null;
  @Column({ type: 'text', default: 'member' }) role!: CredentialRole;
  @Column(wholeNumber) rpmLimit!: number;
  @Column(wholeNumber) tpmLimit!: number;
  @Column(wholeNumber) maxParallel!: number;
  @Column(optionalJson) queue!: QueueRecord | null;
  @Column(optionalText) priority!: RequestPriority | null;
  @Column(optionalText) maxPriority!: RequestPriority | null;
  @Column({ type: 'double precision', default: 0 }) budgetUsd!: number;
  @Column({ type: 'text', default: 'monthly' }) budgetResetPeriod!: BudgetResetPeriod;
  @Column(optionalTime) expiresAt!: Date | null;
  @Column({ type: 'boolean', default: false }) disabled!: boolean;
  @Column({ type: 'integer', nullable: true }) rotateEveryDays!: number | null;
  @Column(optionalTime) rotationDueAt!: Date | null;
  @Column({ type: 'integer', default: 0 }) graceSeconds!: number;
  @Column(optionalText) createdBy!: string | null;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
  @Column(optionalTime) lastUsedAt!: Date | null;
}

/** A token of a credential. During the grace of a rotation a credential has two. */
@Entity('credential_secrets')
@Index(['credentialId'])
@ForeignKey(() => CredentialEntity, ['credentialId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_credential_secrets__hash', "hash ~ '^[0-9a-f]{64}$'")
export class CredentialSecretEntity {
  /** SHA-256 of the whole token, in lower-case hex. */
  @PrimaryColumn(text) hash!: string;
  @Column(id) credentialId!: string;
  /** Null: as long as the credential. */
  @Column(optionalTime) expiresAt!: Date | null;
  @Column(creationTime) createdAt!: Date;
}
