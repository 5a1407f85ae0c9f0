import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../records/json.js';
import { creationTime, id, optionalId, optionalJson, optionalText, text } from './column-types.js';
import { OrganizationEntity } from './organization.entity.js';

/** Settings of single sign-on, one row an organization. */
@Entity('sso_settings')
@ForeignKey(() => OrganizationEntity, ['id'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_sso_settings__tested', 'NOT enabled OR tested_hash IS NOT DISTINCT FROM settings_hash')
export class SsoSettingsEntity {
  /** The organization's. */
  @PrimaryColumn(id) id!: string;
  @Column(text) issuer!: string;
  @Column(text) clientId!: string;
  /** Sealed for this row; null for a public client. */
  @Column(optionalText) clientSecretSealed!: string | null;
  /** Changes with each secret that is set, and so stands for it in the hash of the settings. */
  @Column(optionalId) clientSecretId!: string | null;
  @Column({ type: 'boolean', default: false }) enabled!: boolean;
  @Column(text) settingsHash!: string;
  @Column(optionalText) testedHash!: string | null;
  @Column(optionalJson) test!: JsonObject | null;
  @Column(creationTime) createdAt!: Date;
  @Column(creationTime) updatedAt!: Date;
}
