import type { ObjectLiteral } from 'typeorm';
import { McpServerEntity } from '../entities/mcp-server.entity.js';
import { WorkspaceModelEntity, WorkspaceProviderEntity } from '../entities/model.entity.js';
import { OrganizationEntity, WorkspaceEntity } from '../entities/organization.entity.js';
import { PolicyEntity, RateLimitPolicyEntity } from '../entities/policy.entity.js';
import { TeamEntity } from '../entities/team.entity.js';
import { toMcpServer } from '../repositories/mcp/mcp-servers.js';
import { toSnapshotPolicy } from '../repositories/policies.js';
import { toProvider } from '../repositories/providers.js';
import { openSecrets } from '../secrets/sealed-members.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import type { Opened, SnapshotTables } from './snapshot-rows.js';

type Box = SecretBox | undefined;

/** Source of the rows of one table, and the part of each that a gateway gets. */
export interface SnapshotTable<Row extends ObjectLiteral, Result> {
  /** Its name in the database. */
  readonly table: string;
  readonly entity: new () => Row;
  toResult(row: Row, box: Box): Result;
}

type RowOf<Name extends keyof SnapshotTables> = SnapshotTables[Name][number];

// biome-ignore lint/suspicious/noExplicitAny: each table has an entity of its own
type AnyTable<Result> = SnapshotTable<any, Result>;

const asItIs = <Row>(row: Row): Row => row;

/** The tables of a snapshot. `SnapshotChanges` of the migrations has a trigger on each. */
export const SNAPSHOT_TABLES: { readonly [Name in keyof SnapshotTables]: AnyTable<RowOf<Name>> } = {
  organizations: { table: 'organizations', entity: OrganizationEntity, toResult: asItIs },
  workspaces: { table: 'workspaces', entity: WorkspaceEntity, toResult: asItIs },
  teams: { table: 'teams', entity: TeamEntity, toResult: asItIs },
  providers: {
    table: 'workspace_providers',
    entity: WorkspaceProviderEntity,
    toResult: (row: WorkspaceProviderEntity, box: Box) => ({ ...toProvider(row), ...open(row, box) }),
  },
  models: { table: 'workspace_models', entity: WorkspaceModelEntity, toResult: asItIs },
  mcpServers: {
    table: 'mcp_servers',
    entity: McpServerEntity,
    toResult: (row: McpServerEntity, box: Box) => ({ ...toMcpServer(row), ...open(row, box) }),
  },
  rateLimitPolicies: { table: 'rate_limit_policies', entity: RateLimitPolicyEntity, toResult: asItIs },
  policies: { table: 'policies', entity: PolicyEntity, toResult: toSnapshotPolicy },
};

/** One row whose secrets do not open must not keep the others from serving. */
function open(row: Parameters<typeof openSecrets>[1], box: Box): Opened {
  try {
    return { secrets: openSecrets(box, row) };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    return { problem: error.message };
  }
}
