import { In } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { McpServerEntity } from '../../entities/mcp-server.entity.js';
import { newId } from '../../ids/new-id.js';
import type { JsonObject } from '../../records/json.js';
import type { McpServerRecord } from '../../records/mcp-server.js';
import type { SecretChanges, SecretHints } from '../../records/model.js';
import type { Page, PageRequest } from '../../records/page.js';
import { type Sealer, sealChanges } from '../../secrets/sealed-members.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { TenantTable } from '../tenant-table.js';

export interface McpServerChanges {
  readonly name?: string | undefined;
  readonly url?: string | null | undefined;
  readonly settings?: JsonObject | undefined;
  readonly enabled?: boolean | undefined;
  readonly secrets?: SecretChanges | undefined;
}

export type NewMcpServer = McpServerChanges & Pick<McpServerRecord, 'workspaceId' | 'name'>;

/** Without the sealed secrets and the hints of them, which are not for the audit trail. */
export const toMcpServer = ({
  sealedSecrets: _sealed,
  secretHints: _hints,
  ...row
}: McpServerEntity): McpServerRecord => row;

export class McpServerQueries {
  protected readonly table: TenantTable<McpServerEntity, McpServerRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, McpServerEntity, toMcpServer, {
      name: 'name',
      searched: ["coalesce(row.url, '')"],
    });
  }

  find(organizationId: string, id: string): Promise<McpServerRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(
    organizationId: string,
    page: PageRequest<{ readonly workspaceId?: string | undefined }>,
  ): Promise<Page<McpServerRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string, workspaceId: string): Promise<number> {
    return this.table.count(organizationId, { workspaceId });
  }

  /** The names of the servers of a workspace. */
  async listNames(organizationId: string, workspaceId: string): Promise<ReadonlySet<string>> {
    const rows = await this.access.run((manager) =>
      manager.find(McpServerEntity, { where: { organizationId, workspaceId }, select: { name: true } }),
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** The names of the headers of several servers, by the ids of the servers. */
  async findHints(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, SecretHints>> {
    const where = { organizationId, id: In([...ids]) };
    const rows = await this.access.run((manager) => manager.findBy(McpServerEntity, where));
    return new Map(rows.map(({ id, secretHints }) => [id, secretHints]));
  }
}

export class McpServerRepository extends McpServerQueries {
  private readonly changing: AuditedTable<McpServerEntity, McpServerRecord>;

  constructor(
    access: Access,
    scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'mcp_server',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
    });
  }

  /** @throws ConflictError `name`; UnknownReferenceError `workspace_id`; SecretBoxError without an encryption key. */
  create(organizationId: string, { secrets = {}, settings = {}, ...values }: NewMcpServer): Promise<McpServerRecord> {
    const id = newId();
    const sealed = sealChanges(this.box, { id, secretNames: [], sealedSecrets: null, secretHints: {} }, secrets);
    return this.changing.insert({ ...values, settings, id, organizationId, ...sealed });
  }

  /** Opens no secret. @throws NotFoundError, ConflictError, SecretBoxError without an encryption key */
  async update(organizationId: string, id: string, changes: McpServerChanges): Promise<McpServerRecord> {
    const { secrets, ...values } = changes;
    const updated = await this.changing.update(organizationId, id, values);
    if (!secrets || Object.keys(secrets).length === 0) return updated;
    const row = await this.changing.lock(organizationId, id);
    const names = Object.keys(secrets).sort();
    const details = {
      set: names.filter((name) => secrets[name] !== null),
      removed: names.filter((name) => secrets[name] === null && row.secretNames.includes(name)),
    };
    const sealed = sealChanges(this.box, row, secrets);
    return this.changing.updateHidden(organizationId, id, sealed, 'set_secrets', details);
  }

  /** A server, which stays as found until the end of the change. @throws NotFoundError */
  async lock(organizationId: string, id: string): Promise<McpServerRecord> {
    return toMcpServer(await this.changing.lock(organizationId, id));
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<McpServerRecord> {
    return this.changing.remove(organizationId, id);
  }
}
