import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TeamMemberRecord } from '../records/team.js';
import { creationTime, id } from './column-types.js';
import { UserEntity } from './people.entity.js';
import { TeamEntity } from './team.entity.js';

@Entity('team_members')
@Index(['organizationId', 'userId'])
@ForeignKey(() => TeamEntity, ['organizationId', 'teamId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => UserEntity, ['organizationId', 'userId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class TeamMemberEntity implements TeamMemberRecord {
  @PrimaryColumn(id) teamId!: string;
  @PrimaryColumn(id) userId!: string;
  @Column(id) organizationId!: string;
  @Column(creationTime) createdAt!: Date;
}
