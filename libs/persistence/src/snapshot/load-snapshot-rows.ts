import { type EntityManager, type FindManyOptions, MoreThan, type ObjectLiteral } from 'typeorm';
import type { Connection } from '../connection/connection.js';
import { PolicyVersionEntity } from '../entities/change.entity.js';
import { McpServerEntity } from '../entities/mcp-server.entity.js';
import { WorkspaceModelEntity, WorkspaceProviderEntity } from '../entities/model.entity.js';
import { OrganizationEntity, WorkspaceEntity } from '../entities/organization.entity.js';
import { PolicyEntity, RateLimitPolicyEntity } from '../entities/policy.entity.js';
import { TeamEntity } from '../entities/team.entity.js';
import type { McpServerRecord } from '../records/mcp-server.js';
import type { ProviderSecrets, WorkspaceModelRecord, WorkspaceProviderRecord } from '../records/model.js';
import type { OrganizationRecord, WorkspaceRecord } from '../records/organization.js';
import type { RateLimitPolicyRecord, SnapshotPolicy } from '../records/policy.js';
import type { TeamRecord } from '../records/team.js';
import { toMcpServer } from '../repositories/mcp-servers.js';
import { toSnapshotPolicy } from '../repositories/policies.js';
import { toProvider } from '../repositories/providers.js';
import { openSecrets } from '../secrets/sealed-members.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';

/** A provider as a gateway needs it: with its secrets, or with the reason why they do not open. */
export type SnapshotProvider = WorkspaceProviderRecord & Opened;

type Opened =
  | { readonly secrets: ProviderSecrets; readonly problem?: undefined }
  | { readonly secrets?: undefined; readonly problem: string };

/** An MCP server as a gateway needs it: with its secrets, or with the reason why they do not open. */
export type SnapshotMcpServer = McpServerRecord & Opened;

/** All that a gateway holds in memory, as it was at one version. */
export interface SnapshotRows {
  readonly version: number;
  readonly organizations: readonly OrganizationRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly teams: readonly TeamRecord[];
  readonly providers: readonly SnapshotProvider[];
  readonly models: readonly WorkspaceModelRecord[];
  readonly mcpServers: readonly SnapshotMcpServer[];
  readonly rateLimitPolicies: readonly RateLimitPolicyRecord[];
  readonly policies: readonly SnapshotPolicy[];
}

/** Rows that are made of one answer at a time: what comes between two pages does not wait for all of them. */
const PAGE = 250;

/**
 * Reads the rows of all tenants in one transaction that sees one state. Ordered by id, so that equal states are equal, and
 * page by page, so that a process that serves meanwhile pauses for milliseconds only.
 */
export function loadSnapshotRows(connection: Connection, box: SecretBox | undefined): Promise<SnapshotRows> {
  const read = async (manager: EntityManager): Promise<SnapshotRows> => {
    const { version } = await manager.findOneByOrFail(PolicyVersionEntity, { id: 1 });
    return {
      version,
      organizations: await readAll(manager, OrganizationEntity, (row) => row),
      workspaces: await readAll(manager, WorkspaceEntity, (row) => row),
      teams: await readAll(manager, TeamEntity, (row) => row),
      providers: await readAll(manager, WorkspaceProviderEntity, (row) => ({ ...toProvider(row), ...open(row, box) })),
      models: await readAll(manager, WorkspaceModelEntity, (row) => row),
      mcpServers: await readAll(manager, McpServerEntity, (row) => ({ ...toMcpServer(row), ...open(row, box) })),
      rateLimitPolicies: await readAll(manager, RateLimitPolicyEntity, (row) => row),
      policies: await readAll(manager, PolicyEntity, (row) => toSnapshotPolicy(row, box)),
    };
  };
  return connection.run((manager) => manager.transaction('REPEATABLE READ', read));
}

async function readAll<Row extends ObjectLiteral & { id: string }, Result>(
  manager: EntityManager,
  entity: new () => Row,
  toResult: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let after: string | undefined;
  for (;;) {
    const where = after === undefined ? {} : { id: MoreThan(after) };
    const options = { where, order: { id: 'ASC' }, take: PAGE } as unknown as FindManyOptions<Row>;
    const rows = await manager.find(entity, options);
    for (const row of rows) results.push(toResult(row));
    after = rows.at(-1)?.id;
    if (rows.length < PAGE) return results;
  }
}

/** One row whose secrets do not open must not keep the others from serving. */
function open(row: Parameters<typeof openSecrets>[1], box: SecretBox | undefined): Opened {
  try {
    return { secrets: openSecrets(box, row) };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    return { problem: error.message };
  }
}
