import type { Access } from '../connection/connection.js';
import { AlertChannelEntity } from '../entities/alert.entity.js';
import { newId } from '../ids/new-id.js';
import type { AlertChannelRecord, AlertChannelSecrets, AlertPlace } from '../records/alert.js';
import type { Page, PageRequest } from '../records/page.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { demandBox } from '../secrets/secret-box.js';
import type { AlertFilters } from './alert-rules.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

export type NewAlertChannel = Omit<AlertPlace, 'organizationId'> &
  Pick<AlertChannelRecord, 'name' | 'kind' | 'hint' | 'quiet' | 'enabled'> & { readonly secrets: AlertChannelSecrets };

/** Address and secrets change together: nobody here reads those that are stored. */
export type AlertChannelChanges = Partial<Pick<AlertChannelRecord, 'name' | 'hint' | 'quiet' | 'enabled'>> & {
  readonly secrets?: AlertChannelSecrets | undefined;
};

const toChannel = ({ sealed: _sealed, ...row }: AlertChannelEntity): AlertChannelRecord => row;

/** Sealing purpose of the address and the secrets of a channel. */
export const alertChannelOf = (id: string): string => `alert_channel ${id}`;

/** Channels without their addresses and secrets: `AlertWorkStore` opens those. */
export class AlertChannelQueries {
  protected readonly table: TenantTable<AlertChannelEntity, AlertChannelRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, AlertChannelEntity, toChannel, { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<AlertChannelRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<AlertFilters>): Promise<Page<AlertChannelRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** Lists the channels of gateway.yaml. */
  listDeclared(organizationId: string): Promise<readonly AlertChannelRecord[]> {
    return this.table.listAll(organizationId, { source: 'config' });
  }

  count(organizationId: string, filters: AlertFilters): Promise<number> {
    return this.table.count(organizationId, filters);
  }
}

/** A channel of gateway.yaml: its address stays there. */
export type DeclaredAlertChannel = Pick<AlertChannelRecord, 'name' | 'kind' | 'hint' | 'quiet' | 'enabled'>;

export class AlertChannelRepository extends AlertChannelQueries {
  private readonly changing: AuditedTable<AlertChannelEntity, AlertChannelRecord>;

  constructor(
    access: Access,
    scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'alert_channel',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** @throws SecretBoxError without an encryption key */
  create(organizationId: string, { secrets, ...values }: NewAlertChannel): Promise<AlertChannelRecord> {
    const id = newId();
    return this.changing.insert({ ...values, id, organizationId, ...this.seal(id, secrets) });
  }

  /** Creates a channel of gateway.yaml. */
  createDeclared(organizationId: string, values: DeclaredAlertChannel): Promise<AlertChannelRecord> {
    const place = { organizationId, workspaceId: null, teamId: null };
    return this.changing.insert({ ...values, ...place, id: newId(), source: 'config', sealed: null });
  }

  /** @throws NotFoundError; SecretBoxError without an encryption key */
  async update(
    organizationId: string,
    id: string,
    { secrets, ...changes }: AlertChannelChanges,
  ): Promise<AlertChannelRecord> {
    const updated = await this.changing.update(organizationId, id, changes);
    if (secrets === undefined) return updated;
    return this.changing.updateHidden(organizationId, id, this.seal(id, secrets), 'set_address');
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<AlertChannelRecord> {
    return this.changing.remove(organizationId, id);
  }

  private seal(id: string, secrets: AlertChannelSecrets): Pick<AlertChannelEntity, 'sealed'> {
    return { sealed: demandBox(this.box, 'Channels of alerts').seal(JSON.stringify(secrets), alertChannelOf(id)) };
  }
}
