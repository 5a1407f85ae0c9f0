import { In } from 'typeorm';
import type { Access } from '../connection/connection.js';
import { WorkspaceProviderEntity } from '../entities/model.entity.js';
import { newId } from '../ids/new-id.js';
import type { JsonObject } from '../records/json.js';
import type { SecretChanges, SecretHints, WorkspaceProviderRecord } from '../records/model.js';
import type { Page, PageRequest } from '../records/page.js';
import { type Sealer, sealChanges } from '../secrets/sealed-members.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

export interface ProviderFilters {
  readonly workspaceId?: string | undefined;
  readonly name?: string | undefined;
}

export interface ProviderChanges {
  readonly name?: string | undefined;
  readonly baseUrl?: string | null | undefined;
  readonly settings?: JsonObject | undefined;
  readonly secrets?: SecretChanges | undefined;
}

export type NewProvider = ProviderChanges & Pick<WorkspaceProviderRecord, 'workspaceId' | 'name' | 'kind'>;

/** Without the sealed secrets and the hints of them, which are not for the audit trail. */
export const toProvider = ({
  sealedSecrets: _sealed,
  secretHints: _hints,
  ...row
}: WorkspaceProviderEntity): WorkspaceProviderRecord => row;

export class ProviderQueries {
  protected readonly table: TenantTable<WorkspaceProviderEntity, WorkspaceProviderRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, WorkspaceProviderEntity, toProvider, {
      name: 'name',
      searched: ['row.kind'],
      sorted: { kind: { sql: 'row.kind', type: 'text' } },
    });
  }

  find(organizationId: string, id: string): Promise<WorkspaceProviderRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<ProviderFilters>): Promise<Page<WorkspaceProviderRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** The names of those of a workspace. */
  async listNames(organizationId: string, workspaceId: string): Promise<readonly string[]> {
    return (await this.table.listAll(organizationId, { workspaceId })).map(({ name }) => name);
  }

  /** Finds the hints that may be shown of the secrets of several providers, by their ids. */
  async findHints(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SecretHints>> {
    const where = { organizationId, id: In([...ids]) };
    const rows = await this.access.run((manager) => manager.findBy(WorkspaceProviderEntity, where));
    return new Map(rows.map(({ id, secretHints }) => [id, secretHints]));
  }
}

export class ProviderRepository extends ProviderQueries {
  private readonly changing: AuditedTable<WorkspaceProviderEntity, WorkspaceProviderRecord>;

  constructor(
    access: Access,
    readonly scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'provider',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
    });
  }

  /** @throws ConflictError `name`; UnknownReferenceError `workspace_id`; SecretBoxError without an encryption key. */
  create(
    organizationId: string,
    { secrets = {}, settings = {}, ...values }: NewProvider,
  ): Promise<WorkspaceProviderRecord> {
    const id = newId();
    const sealed = sealChanges(this.box, { id, secretNames: [], sealedSecrets: null, secretHints: {} }, secrets);
    return this.changing.insert({ ...values, settings, id, organizationId, ...sealed });
  }

  /** Opens no secret. @throws NotFoundError, ConflictError, SecretBoxError without an encryption key */
  async update(organizationId: string, id: string, changes: ProviderChanges): Promise<WorkspaceProviderRecord> {
    const { secrets, ...values } = changes;
    const updated = await this.changing.update(organizationId, id, values);
    if (!secrets || Object.keys(secrets).length === 0) return updated;
    const row = await this.changing.lock(organizationId, id);
    const sealed = sealChanges(this.box, row, secrets);
    const names = Object.keys(secrets).sort();
    const details = {
      set: names.filter((name) => secrets[name] !== null),
      removed: names.filter((name) => secrets[name] === null && row.secretNames.includes(name)),
    };
    return this.changing.updateHidden(organizationId, id, sealed, 'set_secrets', details);
  }

  /** A provider with the hints of its secrets, locked until the end of the change. @throws NotFoundError */
  async lockWithHints(
    organizationId: string,
    id: string,
  ): Promise<{ readonly provider: WorkspaceProviderRecord; readonly hints: SecretHints }> {
    const row = await this.changing.lock(organizationId, id);
    return { provider: toProvider(row), hints: row.secretHints };
  }

  /** @throws NotFoundError; ConflictError `workspace_model` while models name it. */
  remove(organizationId: string, id: string): Promise<WorkspaceProviderRecord> {
    return this.changing.remove(organizationId, id);
  }
}
