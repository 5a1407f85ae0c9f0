import type { McpServerRecord } from '../records/mcp-server.js';
import type { ProviderSecrets, WorkspaceModelRecord, WorkspaceProviderRecord } from '../records/model.js';
import type { OrganizationRecord, WorkspaceRecord } from '../records/organization.js';
import type { RateLimitPolicyRecord, SnapshotPolicy } from '../records/policy.js';
import type { TeamRecord } from '../records/team.js';

/** A provider as a gateway needs it: with its secrets, or with the reason why they do not open. */
export type SnapshotProvider = WorkspaceProviderRecord & Opened;

export type Opened =
  | { readonly secrets: ProviderSecrets; readonly problem?: undefined }
  | { readonly secrets?: undefined; readonly problem: string };

/** An MCP server as a gateway needs it: with its secrets, or with the reason why they do not open. */
export type SnapshotMcpServer = McpServerRecord & Opened;

/** Rows of all tenants, each table's in the order of their ids. */
export interface SnapshotTables {
  readonly organizations: readonly OrganizationRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly teams: readonly TeamRecord[];
  readonly providers: readonly SnapshotProvider[];
  readonly models: readonly WorkspaceModelRecord[];
  readonly mcpServers: readonly SnapshotMcpServer[];
  readonly rateLimitPolicies: readonly RateLimitPolicyRecord[];
  readonly policies: readonly SnapshotPolicy[];
}

/** One state of the database. */
export interface SnapshotState {
  readonly version: number;
  /**
   * Time when the version was made, as the database says it: a database that was restored from a backup may count the
   * same version again. Undefined where it does not know any more; then nothing can be told of what changed since.
   */
  readonly madeAt?: string | undefined;
}

/** All that a gateway holds in memory, as it was at one version. */
export interface SnapshotRows extends SnapshotState, SnapshotTables {}

/** The rows of one table that are others than at an earlier version. */
export interface TableChanges<Row> {
  /** The ids of all rows that were made, changed or deleted; there may be others, which are as they were. */
  readonly ids: readonly string[];
  /** Those of them that are there, in the order of their ids. */
  readonly rows: readonly Row[];
}

/** Changes of an earlier version's rows; a table that is not named has the same ones. */
export interface SnapshotChanges extends SnapshotState {
  readonly tables: { readonly [Name in keyof SnapshotTables]?: TableChanges<SnapshotTables[Name][number]> };
}
