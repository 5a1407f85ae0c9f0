import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Actor, ChangeRecord } from '../records/change.js';
import type { JsonObject } from '../records/json.js';
import { creationTime, id, optionalId, optionalJson, optionalText, text } from './column-types.js';

/** The audit trail. It refers to nothing by a foreign key: it outlives what it describes. */
@Entity('changes')
@Index(['organizationId', 'id'])
@Index(['organizationId', 'targetId'])
// By the beginning of lower(target_name), which TypeORM has no words for.
@Index('ix_changes__target_name', { synchronize: false })
export class ChangeEntity implements ChangeRecord {
  @PrimaryColumn(id) id!: string;
  @Column(optionalId) organizationId!: string | null;
  @Column(text) actorType!: Actor['type'];
  @Column(optionalText) actorId!: string | null;
  @Column(text) actorName!: string;
  @Column(optionalText) requestId!: string | null;
  @Column(optionalText) address!: string | null;
  @Column(text) action!: string;
  @Column(text) targetType!: string;
  @Column(optionalText) targetId!: string | null;
  @Column(optionalText) targetName!: string | null;
  @Column(optionalJson) before!: JsonObject | null;
  @Column(optionalJson) after!: JsonObject | null;
  @Column(creationTime) createdAt!: Date;
}

const version = { type: 'bigint', transformer: { to: (value: unknown) => value, from: Number } } as const;

/** One row: its lock puts all changes in order. */
@Entity('policy_version')
@Check('ck_policy_version__one_row', 'id = 1')
export class PolicyVersionEntity {
  @PrimaryColumn({ type: 'smallint' }) id!: number;
  @Column(version) version!: number;
}

/** Topics that each version touched, stored for an hour. */
@Entity('policy_changes')
@Index(['createdAt'])
export class PolicyChangeEntity {
  @PrimaryColumn(version) version!: number;
  @Column({ type: 'text', array: true }) topics!: string[];
  @Column(creationTime) createdAt!: Date;
}
