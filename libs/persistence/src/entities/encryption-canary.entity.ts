import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { creationTime, text } from './column-types.js';

@Entity('encryption_canary')
@Check('ck_encryption_canary__id', 'id = 1')
export class EncryptionCanaryEntity {
  @PrimaryColumn({ type: 'smallint', default: 1 }) id!: number;
  @Column(text) sealed!: string;
  @Column(creationTime) createdAt!: Date;
}
