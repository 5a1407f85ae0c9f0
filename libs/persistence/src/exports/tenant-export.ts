import type { JsonObject } from '../records/json.js';

/** Kinds of sinks that organizations and workspaces can have: those of gateway.yaml, without files. */
export const TENANT_EXPORT_KINDS = ['http', 'splunk_hec', 'clickhouse', 's3', 'otlp', 'kafka', 'azure_blob'] as const;

export type TenantExportKind = (typeof TENANT_EXPORT_KINDS)[number];

/** `new`: nothing was sent yet. `away`: the sink does not answer. `refused`: it refuses everything. `stopped`: it was given up. */
export const EXPORT_STATES = ['new', 'working', 'away', 'refused', 'stopped'] as const;

export type ExportState = (typeof EXPORT_STATES)[number];

/** A sink of an organization or a workspace, without its secrets. */
export interface TenantExportRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Null: the records of all workspaces. */
  readonly workspaceId: string | null;
  /** Unique in its place. */
  readonly name: string;
  readonly kind: TenantExportKind;
  /** Filter, fields, share, time limit and batches, with every default. */
  readonly settings: JsonObject;
  /** Settings of the kind, without secrets. */
  readonly config: JsonObject;
  /** Origin of the address, or the bucket. */
  readonly hint: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How far a sink of an organization or a workspace is. */
export interface TenantExportProgress {
  readonly exportId: string;
  readonly state: ExportState;
  readonly problem: string | null;
  /** Time since which it takes no records; null if it does. */
  readonly haltedAt: Date | null;
  readonly delivered: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly deliveredAt: Date | null;
  readonly lagSeconds: number;
  readonly testAskedAt: Date | null;
  readonly testedAt: Date | null;
  /** Null: the last test was accepted. */
  readonly testProblem: string | null;
}
