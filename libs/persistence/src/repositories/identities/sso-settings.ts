import { createHash } from 'node:crypto';
import type { Access } from '../../connection/connection.js';
import { NotFoundError } from '../../database-error.js';
import { OrganizationEntity } from '../../entities/organization.entity.js';
import { SsoSettingsEntity } from '../../entities/sso-settings.entity.js';
import { newId } from '../../ids/new-id.js';
import type { JsonObject } from '../../records/json.js';
import type { SsoOffers, SsoSettingsRecord } from '../../records/organization.js';
import type { Sealer } from '../../secrets/sealed-members.js';
import { demandBox, type SecretBox } from '../../secrets/secret-box.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable } from '../tenant-table.js';

export interface SsoSettingsValues {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: the stored one stays. Null: a public client has none. */
  readonly clientSecret?: string | null | undefined;
}

/** Sealing purpose of an organization's client secret. */
export const ssoSecretOf = (organizationId = ''): string => `sso_settings ${organizationId}`;

/** The row has the id of its organization. */
const KEYED = { tenantColumn: 'id' } as const;

function toSettings(row: SsoSettingsEntity): SsoSettingsRecord {
  const { clientSecretId: _secretId, clientSecretSealed, ...shown } = row;
  return { ...shown, hasClientSecret: clientSecretSealed !== null };
}

/** The id of the secret stands for it: a hash of the secret itself could be guessed from. */
function hashOf({
  clientId,
  clientSecretId,
  issuer,
}: Pick<SsoSettingsEntity, 'clientId' | 'clientSecretId' | 'issuer'>) {
  const text = JSON.stringify([issuer, clientId, clientSecretId]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Settings of single sign-on by organization: each has its own alone. */
export class SsoSettingsQueries {
  protected readonly table: TenantTable<SsoSettingsEntity, SsoSettingsRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, SsoSettingsEntity, toSettings, KEYED);
  }

  find(organizationId: string): Promise<SsoSettingsRecord | undefined> {
    return this.table.find(organizationId, organizationId);
  }

  /** Tells if the organization of a name offers single sign-on by settings of its own, and if any other does. */
  findOffers(organizationName: string): Promise<SsoOffers> {
    return this.access.run(async (manager) => {
      const offered = () =>
        manager
          .createQueryBuilder(SsoSettingsEntity, 's')
          .innerJoin(OrganizationEntity, 'o', 'o.id = s.id')
          .where('s.enabled')
          .setParameter('name', organizationName);
      const ofOne = await offered().andWhere('o.name = :name').getExists();
      return { ofOne, ofOthers: await offered().andWhere('o.name <> :name').getExists() };
    });
  }
}

/** The same, with the secrets of clients. */
export class SsoSettingsReader extends SsoSettingsQueries {
  constructor(
    access: Access,
    private readonly box: SecretBox | undefined,
  ) {
    super(access);
  }

  /** The settings with the client secret, for a sign-in. @throws SecretBoxError */
  async findWithSecret(
    organizationId: string,
  ): Promise<(SsoSettingsRecord & { readonly clientSecret: string | undefined }) | undefined> {
    return this.access.run(async (manager) => {
      const where = this.table.whereOf(manager, organizationId, { id: organizationId });
      const row = where && (await manager.findOne(SsoSettingsEntity, { where }));
      if (!row) return undefined;
      const { clientSecretSealed: sealed } = row;
      const clientSecret =
        sealed === null
          ? undefined
          : demandBox(this.box, 'Secrets of identity providers').open(sealed, ssoSecretOf(organizationId));
      return { ...toSettings(row), clientSecret };
    });
  }
}

/** Settings as the audit trail has them: not what a test showed of a person. */
type AuditedSettings = Omit<SsoSettingsRecord, 'test'>;

function toAudited(row: SsoSettingsEntity): AuditedSettings {
  const { test: _test, ...settings } = toSettings(row);
  return settings;
}

export class SsoSettingsRepository extends SsoSettingsQueries {
  private readonly changing: AuditedTable<SsoSettingsEntity, AuditedSettings>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, new TenantTable(access, SsoSettingsEntity, toAudited, KEYED), {
      noun: 'sso_settings',
      nameOf: ({ issuer }) => issuer,
      topicsOf: () => [],
    });
  }

  /** Makes others who change settings of the organization wait for the end of this change. */
  async lockAll(organizationId: string): Promise<void> {
    await lockTenant(this.scope.manager, organizationId);
  }

  /** They are not enabled before a test has passed. @throws SecretBoxError without an encryption key */
  async create(organizationId: string, { clientSecret, ...values }: SsoSettingsValues): Promise<SsoSettingsRecord> {
    const secret = this.seal(organizationId, clientSecret ?? null);
    const row = { ...values, ...secret, id: organizationId };
    await this.changing.insert({ ...row, settingsHash: hashOf(row), enabled: false });
    return this.demand(organizationId);
  }

  /**
   * Replaces the settings. Changed ones are not enabled, and the result of an earlier test is dropped.
   *
   * @throws NotFoundError; SecretBoxError without an encryption key
   */
  async replace(organizationId: string, { clientSecret, ...values }: SsoSettingsValues): Promise<SsoSettingsRecord> {
    const before = await this.changing.lock(organizationId, organizationId);
    const secret = clientSecret === undefined ? {} : this.seal(organizationId, clientSecret);
    const settingsHash = hashOf({ ...before, ...values, ...secret });
    const changes = settingsHash === before.settingsHash ? {} : { enabled: false, test: null };
    await this.changing.update(organizationId, organizationId, { ...values, ...secret, ...changes, settingsHash });
    return this.demand(organizationId);
  }

  /** Switches the sign-in on or off. The database refuses to switch untested settings on. @throws NotFoundError */
  async enable(organizationId: string, enabled: boolean): Promise<SsoSettingsRecord> {
    const verb = enabled ? 'enable' : 'disable';
    await this.changing.update(organizationId, organizationId, { enabled }, { verb });
    return this.demand(organizationId);
  }

  /**
   * Stores the result of a test of the settings with that hash. False for settings that have changed since it began, or are gone.
   *
   * @param problems codes of its problems, for the audit trail
   */
  async noteTest(
    organizationId: string,
    settingsHash: string,
    { hasPassed, problems, test }: { hasPassed: boolean; problems: readonly string[]; test: JsonObject },
  ): Promise<boolean> {
    await this.lockAll(organizationId);
    const before = await this.find(organizationId);
    if (before?.settingsHash !== settingsHash) return false;
    const values = { test, ...(hasPassed && { testedHash: settingsHash }) };
    await this.changing.updateHidden(organizationId, organizationId, values, 'test', { hasPassed, problems });
    return true;
  }

  /** @throws NotFoundError */
  async remove(organizationId: string): Promise<void> {
    await this.changing.remove(organizationId, organizationId);
  }

  private async demand(organizationId: string): Promise<SsoSettingsRecord> {
    const settings = await this.find(organizationId);
    if (settings === undefined) throw new NotFoundError('sso_settings');
    return settings;
  }

  private seal(
    organizationId: string,
    secret: string | null,
  ): Pick<SsoSettingsEntity, 'clientSecretSealed' | 'clientSecretId'> {
    if (secret === null) return { clientSecretSealed: null, clientSecretId: null };
    const clientSecretSealed = demandBox(this.box, 'Secrets of identity providers').seal(
      secret,
      ssoSecretOf(organizationId),
    );
    return { clientSecretSealed, clientSecretId: newId() };
  }
}
