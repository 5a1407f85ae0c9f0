import type { AuditFilters, AuditRow, Database, RunPart } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AuditService } from './audit.service.js';
import {
  listRequestIds,
  nodeOfRecord,
  nodesOfRuns,
  type RawNode,
  sumTree,
  type TreeNode,
  type TreeNodeKind,
} from './build-request-tree.js';

/** Nodes of a tree at most. */
export const MOST_NODES = 500;
/** Ids of requests that are looked for at most. */
const MOST_REQUEST_IDS = 5_000;
/** Clocks of gateways and the database differ by less. */
const SKEW_MS = 60_000;
/** No realtime session is longer. */
const LONGEST_SESSION_MS = 86_400_000;

export interface RequestTree {
  readonly nodes: readonly TreeNode[];
  readonly hasMore: boolean;
}

/** The run, conversation or session that a request belongs to, as one tree (docs/contract/audit.md#trees). */
@Injectable()
export class RequestTreeService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuditService) private readonly audit: AuditService,
  ) {}

  /** Fails with 404 for a request out of reach. */
  async find(requester: Requester, id: string): Promise<RequestTree> {
    const row = await this.audit.findRow(requester, id);
    const { organizationId } = requester;
    const found = (await this.findRuns(organizationId, row)) ?? (await this.findSession(organizationId, row));
    const { hasMore, nodes } = found ?? { nodes: [nodeOfRecord(row, null, null)], hasMore: false };
    return { nodes: sumTree(nodes, MOST_NODES), hasMore: hasMore || nodes.length > MOST_NODES };
  }

  /** Anybody may choose a request id: only a run of the request's own workspace counts. */
  private async findRuns(organizationId: string, row: AuditRow): Promise<Found | undefined> {
    const part = runPartOf(row.requestId);
    if (part === undefined || row.workspaceId === null) return undefined;
    const tree = await this.database.runTrees.find(organizationId, part, MOST_NODES);
    const root = tree?.workflowRuns[0] ?? tree?.agentRuns[0];
    if (tree === undefined || root?.workspaceId !== row.workspaceId) return undefined;
    const from = new Date(root.createdAt.getTime() - SKEW_MS);
    const owners = listRequestIds(tree);
    const requestIds = [...owners.keys()].slice(0, MOST_REQUEST_IDS);
    const { hasMore, rows } = await this.listRows(organizationId, {
      workspaceIds: [row.workspaceId],
      requestIds,
      from,
    });
    const nodes = nodesOfRuns(tree, owners, rows);
    const isShown = nodes.some(({ id }) => id === row.id);
    return {
      nodes: isShown ? nodes : [...nodes, nodeOfRecord(row, root.id, null)],
      hasMore: hasMore || tree.hasMore || owners.size > MOST_REQUEST_IDS,
    };
  }

  private async findSession(organizationId: string, row: AuditRow): Promise<Found | undefined> {
    const workspaceIds = row.workspaceId === null ? undefined : [row.workspaceId];
    const turns = turnsOf(row);
    if (turns !== undefined) {
      const from = new Date(row.time.getTime() - LONGEST_SESSION_MS);
      const { hasMore, rows } = await this.listRows(organizationId, { workspaceIds, requestIds: turns, from });
      const root = rows.find(({ requestId }) => requestId === turns[0]);
      const nodes = rows.map((each) => nodeOfRecord(each, each === root ? null : (root?.id ?? null), null));
      return { nodes: nodes.length === 0 ? [nodeOfRecord(row, null, null)] : nodes, hasMore };
    }
    if (row.session === null) return undefined;
    const { session } = row;
    const { hasMore, rows } = await this.listRows(organizationId, { workspaceIds, session });
    const own = rows.filter(({ client }) => client === row.client);
    const chat = row.client === null ? await this.database.chatSessions.find(organizationId, session) : undefined;
    const kind: TreeNodeKind = chat === undefined ? 'session' : 'conversation';
    const all = own.some(({ id }) => id === row.id) ? own : [...own, row];
    const first = all[0] ?? row;
    const last = all.at(-1) ?? row;
    const root: RawNode = {
      id: session,
      parentId: null,
      kind,
      name: row.client ?? session,
      status: null,
      startedAt: first.time,
      durationMs: Math.max(0, last.time.getTime() + last.durationMs - first.time.getTime()),
    };
    return { nodes: [root, ...all.map((each) => nodeOfRecord(each, session, null))], hasMore };
  }

  private async listRows(
    organizationId: string,
    filters: AuditFilters,
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly hasMore: boolean }> {
    if (filters.requestIds?.length === 0) return { rows: [], hasMore: false };
    const page = { limit: MOST_NODES, order: 'time' as const, filters };
    const { data, nextCursor } = await this.database.auditRecords.listPage(organizationId, page);
    return { rows: data, hasMore: nextCursor !== null };
  }
}

interface Found {
  readonly nodes: readonly RawNode[];
  readonly hasMore: boolean;
}

const RUN = /^(agr|wfs)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_/;

/** Part of a run that workers made the request for, by its id. */
function runPartOf(requestId: string): RunPart | undefined {
  const [, kind, ...parts] = RUN.exec(requestId) ?? [];
  if (kind === undefined) return undefined;
  const id = parts.join('-');
  return kind === 'agr' ? { agentRunId: id } : { workflowStepId: id };
}

/** Ids of a realtime session and of its responses; undefined for a request that belongs to none. */
function turnsOf({ details, endpoint, requestId }: AuditRow): readonly string[] | undefined {
  const named = (details as { readonly session?: unknown } | null)?.session;
  const session = typeof named === 'string' ? named : endpoint === 'realtime' ? requestId : undefined;
  if (session === undefined) return undefined;
  return [session, ...Array.from({ length: MOST_NODES }, (_, index) => `${session}-${index + 1}`)];
}
