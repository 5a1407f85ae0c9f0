import { REQUEST_PRIORITIES, type RequestPriority } from '@multilane/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { SOURCES, type Source } from '../records/organization.js';
import type { QueueRecord } from '../records/queue.js';
import type { TeamRecord } from '../records/team.js';
import {
  countable,
  creationTime,
  id,
  oneOf,
  optionalJson,
  optionalText,
  optionalTexts,
  text,
  wholeNumber,
} from './column-types.js';
import { OrganizationEntity } from './organization.entity.js';

@Entity('teams')
// Unique by organization and lower(name), which TypeORM has no words for.
@Index('uq_teams__name', { synchronize: false })
@Unique(['organizationId', 'id'])
@Unique(['organizationId', 'scimExternalId'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_teams__source', oneOf('source', SOURCES))
@Check(
  'ck_teams__limits',
  `${countable('rpm_limit')} AND ${countable('tpm_limit')} AND ${countable('token_budget_monthly')}`,
)
@Check('ck_teams__max_parallel', countable('max_parallel'))
@Check(
  'ck_teams__priorities',
  `${oneOf('priority', REQUEST_PRIORITIES)} AND ${oneOf('max_priority', REQUEST_PRIORITIES)}`,
)
export class TeamEntity implements TeamRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(text) name!: string;
  @Column(optionalTexts) allowedModels!: string[] | null;
  @Column(wholeNumber) rpmLimit!: number;
  @Column(wholeNumber) tpmLimit!: number;
  @Column(wholeNumber) maxParallel!: number;
  @Column(optionalJson) queue!: QueueRecord | null;
  @Column(optionalText) priority!: RequestPriority | null;
  @Column(optionalText) maxPriority!: RequestPriority | null;
  @Column(wholeNumber) tokenBudgetMonthly!: number;
  @Column({ type: 'text', default: 'database' }) source!: Source;
  @Column(optionalText) scimExternalId!: string | null;
  @Column({ type: 'integer', default: 1 }) revision!: number;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
