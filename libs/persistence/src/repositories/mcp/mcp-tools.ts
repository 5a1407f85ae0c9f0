import type { Access } from '../../connection/connection.js';
import { McpToolEntity } from '../../entities/mcp-server.entity.js';
import { newId } from '../../ids/new-id.js';
import type { JsonObject } from '../../records/json.js';
import type { McpToolRecord } from '../../records/mcp-server.js';
import { command } from '../../statements/statement.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { TenantTable } from '../tenant-table.js';

/** Tool as a gateway saw it. */
export interface SeenMcpTool {
  readonly name: string;
  readonly hash: string;
  readonly definition: JsonObject;
}

export interface SeenMcpTools {
  readonly organizationId: string;
  readonly serverId: string;
  readonly tools: readonly SeenMcpTool[];
  /** True if tools that were never seen before are approved as they are. */
  readonly approvesNew: boolean;
}

/** Entries of one server at most. A server that renames its tools all the time fills no table with them. */
const MOST_OF_SERVER = 5_000;

const RECORD = command(`
   INSERT INTO mcp_tools (id, organization_id, server_id, name, hash, definition, approved_hash, approved_definition)
   SELECT id, $2, $3, name, hash, definition, CASE WHEN $4 THEN hash END, CASE WHEN $4 THEN definition END
   FROM jsonb_to_recordset($1::jsonb) AS seen (id uuid, name text, hash text, definition jsonb)
   WHERE EXISTS (SELECT FROM mcp_servers WHERE id = $3 AND organization_id = $2)
     AND (name IN (SELECT name FROM mcp_tools WHERE server_id = $3)
       OR (SELECT count(*) FROM mcp_tools WHERE server_id = $3) < ${MOST_OF_SERVER})
   ON CONFLICT (server_id, name) DO UPDATE
     SET hash = excluded.hash, definition = excluded.definition, updated_at = now()
     WHERE mcp_tools.hash <> excluded.hash`);

export class McpToolQueries {
  protected readonly table: TenantTable<McpToolEntity, McpToolRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, McpToolEntity, (row): McpToolRecord => row, { name: 'name' });
  }

  /** Every tool that was seen at a server, by name. */
  async listOf(organizationId: string, serverId: string): Promise<readonly McpToolRecord[]> {
    const tools = await this.table.listAll(organizationId, { serverId });
    return tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /**
   * Stores what a gateway saw of a server's tools, and returns the hashes that are approved, by the names of the tools.
   * Approved tools stay so.
   */
  async record({
    approvesNew,
    organizationId,
    serverId,
    tools,
  }: SeenMcpTools): Promise<ReadonlyMap<string, string | null>> {
    const rows = tools.map((tool) => ({ id: newId(), ...tool }));
    return this.access.run(async (manager) => {
      if (rows.length > 0) await RECORD.run(manager, [JSON.stringify(rows), organizationId, serverId, approvesNew]);
      // Descriptions may be long, and nobody here looks at them.
      const select = { name: true, approvedHash: true } as const;
      const stored = await manager.find(McpToolEntity, { where: { organizationId, serverId }, select });
      return new Map(stored.map(({ approvedHash, name }) => [name, approvedHash]));
    });
  }
}

export class McpToolRepository extends McpToolQueries {
  private readonly changing: AuditedTable<McpToolEntity, McpToolRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'mcp_tool',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
    });
  }

  /** A tool of a server, which stays as found until the end of the change; undefined if none has the name. */
  async lockNamed(organizationId: string, serverId: string, name: string): Promise<McpToolRecord | undefined> {
    const tool = await this.table.findBy(organizationId, { serverId, name });
    return tool && this.changing.lock(organizationId, tool.id);
  }

  /** Approves the tool as it is described now. @throws NotFoundError */
  approve({ definition, hash, id, organizationId }: McpToolRecord): Promise<McpToolRecord> {
    const values = { approvedHash: hash, approvedDefinition: definition };
    return this.changing.update(organizationId, id, values, { verb: 'approve' });
  }

  /** Takes the approval away. @throws NotFoundError */
  reject({ id, organizationId }: McpToolRecord): Promise<McpToolRecord> {
    const values = { approvedHash: null, approvedDefinition: null };
    return this.changing.update(organizationId, id, values, { verb: 'reject' });
  }
}
