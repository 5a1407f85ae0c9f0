import type { Access } from '../connection/connection.js';
import { WorkspaceSecretEntity } from '../entities/workspace-secret.entity.js';
import { newId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import type { WorkspaceSecretRecord } from '../records/workspace-secret.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { demandBox } from '../secrets/secret-box.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

export interface WorkspaceSecretFilters {
  readonly workspaceId?: string | undefined;
}

export interface WorkspaceSecretChanges {
  readonly description?: string | null | undefined;
  readonly value?: string | undefined;
}

export type NewWorkspaceSecret = Pick<WorkspaceSecretRecord, 'workspaceId' | 'name' | 'description'> & {
  readonly value: string;
};

const toSecret = ({ sealed: _sealed, secretsKeyId: _keyId, ...row }: WorkspaceSecretEntity): WorkspaceSecretRecord =>
  row;

/** Sealing purpose of a value. */
export const workspaceSecretOf = (id: string): string => `workspace_secret ${id}`;

/** Names and descriptions, never values: `UpstreamSecrets` opens those. */
export class WorkspaceSecretQueries {
  protected readonly table: TenantTable<WorkspaceSecretEntity, WorkspaceSecretRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, WorkspaceSecretEntity, toSecret, { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<WorkspaceSecretRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<WorkspaceSecretFilters>): Promise<Page<WorkspaceSecretRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string, workspaceId: string): Promise<number> {
    return this.table.count(organizationId, { workspaceId });
  }

  /** The names of a workspace's secrets. */
  async listNames(organizationId: string, workspaceId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.table.listAll(organizationId, { workspaceId })).map(({ name }) => name));
  }
}

export class WorkspaceSecretRepository extends WorkspaceSecretQueries {
  private readonly changing: AuditedTable<WorkspaceSecretEntity, WorkspaceSecretRecord>;

  constructor(
    access: Access,
    scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'workspace_secret',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** @throws ConflictError `name`; SecretBoxError without an encryption key. */
  create(organizationId: string, { value, ...values }: NewWorkspaceSecret): Promise<WorkspaceSecretRecord> {
    const id = newId();
    return this.changing.insert({ ...values, id, organizationId, ...this.seal(id, value) });
  }

  /** Opens nothing. @throws NotFoundError; SecretBoxError without an encryption key */
  async update(
    organizationId: string,
    id: string,
    { description, value }: WorkspaceSecretChanges,
  ): Promise<WorkspaceSecretRecord> {
    const updated = await this.changing.update(organizationId, id, { description });
    if (value === undefined) return updated;
    return this.changing.updateHidden(organizationId, id, this.seal(id, value), 'set_value');
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<WorkspaceSecretRecord> {
    return this.changing.remove(organizationId, id);
  }

  private seal(id: string, value: string): Pick<WorkspaceSecretEntity, 'sealed' | 'secretsKeyId'> {
    const box = demandBox(this.box, 'Secrets');
    return { sealed: box.seal(value, workspaceSecretOf(id)), secretsKeyId: box.keyId };
  }
}
