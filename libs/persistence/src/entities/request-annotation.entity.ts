import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { RATINGS, type Rating, type RequestAnnotationRecord } from '../records/requests/request-annotation.js';
import { creationTime, id, oneOf, optionalId, text, time } from './column-types.js';
import { OrganizationEntity } from './organization.entity.js';

@Entity('request_annotations')
@Check('ck_request_annotations__rating', oneOf('rating', RATINGS))
@Index(['organizationId', 'rating', 'time'])
@Index(['time'])
@ForeignKey(() => OrganizationEntity, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
export class RequestAnnotationEntity implements RequestAnnotationRecord {
  @PrimaryColumn(id) id!: string;
  @Column(id) organizationId!: string;
  @Column(time) time!: Date;
  @Column(text) requestId!: string;
  @Column(text) rating!: Rating;
  @Column({ ...text, default: '' }) note!: string;
  /** No foreign key: the annotation of a person who left stays. */
  @Column(optionalId) annotatedById!: string | null;
  @Column(text) annotatedBy!: string;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
