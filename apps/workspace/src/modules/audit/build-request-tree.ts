import type { AuditRow, RunTree, TreeAgentRun, TreeAgentStep, TreeWorkflowStep } from '@multilane/persistence';

/** Kinds of nodes, from the outside in. */
export const TREE_NODES = [
  'conversation',
  'session',
  'workflow_run',
  'workflow_step',
  'agent_run',
  'agent_step',
  'request',
] as const;

export type TreeNodeKind = (typeof TREE_NODES)[number];

/** A node before its sums are known. */
export interface RawNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: TreeNodeKind;
  readonly name: string | null;
  readonly status: string | null;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  readonly record?: AuditRow;
}

/** A node with the sums of the requests at and below it. */
export interface TreeNode extends RawNode {
  readonly requests: number;
  readonly totalTokens: number;
  readonly costUsd: number;
}

/** Attempts of a step whose requests are looked for: the last ones. */
const MOST_ATTEMPTS = 5;

const hexOf = (id: string): string => id.replaceAll('-', '');

const attemptsOf = (fence: number): number[] =>
  Array.from({ length: Math.min(fence, MOST_ATTEMPTS) }, (_, index) => fence - index);

/** Request ids that a run's step may have made, as workers name them. */
const requestsOfStep = ({ fence, id }: TreeWorkflowStep): string[] =>
  attemptsOf(fence).map((attempt) => `wfs_${hexOf(id)}_${attempt}`);

const requestsOfTurn = ({ position, runId }: TreeAgentStep, fence: number): string[] =>
  attemptsOf(fence).map((attempt) => `agr_${hexOf(runId)}_${position}_${attempt}`);

/** Ids of the requests of all runs, by the node that each belongs to. */
export function listRequestIds({ agentRuns, agentSteps, workflowSteps }: RunTree): ReadonlyMap<string, string> {
  const fences = new Map(agentRuns.map(({ fence, id }) => [id, fence]));
  const owners = new Map<string, string>();
  for (const step of workflowSteps) for (const id of requestsOfStep(step)) owners.set(id, step.id);
  for (const step of agentSteps) {
    for (const id of requestsOfTurn(step, fences.get(step.runId) ?? 0)) owners.set(id, turnId(step));
  }
  return owners;
}

const turnId = ({ position, runId }: TreeAgentStep): string => `${runId}:${position}`;

/**
 * Nodes of runs and their requests. A step of an agent that made requests is shown as these, and others by themselves.
 *
 * @param owners ids of requests by the node that each belongs to
 */
export function nodesOfRuns(
  tree: RunTree,
  owners: ReadonlyMap<string, string>,
  records: readonly AuditRow[],
): RawNode[] {
  const made = groupBy(records, ({ requestId }) => owners.get(requestId) ?? '');
  const turns = tree.agentSteps.flatMap((step) => {
    const own = made.get(turnId(step)) ?? [];
    return own.length > 0 ? own.map((row) => nodeOfRecord(row, step.runId, step.name)) : [nodeOfTurn(step)];
  });
  return [
    ...tree.workflowRuns.map(
      ({ endedAt, id, name, parentStepId, startedAt, status }): RawNode => ({
        id,
        parentId: parentStepId,
        kind: 'workflow_run',
        name,
        status,
        startedAt,
        durationMs: between(startedAt, endedAt),
      }),
    ),
    ...tree.workflowSteps.flatMap((step) => [
      nodeOfStep(step),
      ...(made.get(step.id) ?? []).map((row) => nodeOfRecord(row, step.id, null)),
    ]),
    ...tree.agentRuns.map(nodeOfAgentRun),
    ...turns,
  ];
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function nodeOfStep({ endedAt, id, nodeId, runId, startedAt, status }: TreeWorkflowStep): RawNode {
  const durationMs = between(startedAt, endedAt);
  return { id, parentId: runId, kind: 'workflow_step', name: nodeId, status, startedAt, durationMs };
}

function nodeOfAgentRun(run: TreeAgentRun): RawNode {
  const { endedAt, id, name, parentId, startedAt, status, workflowStepId } = run;
  const durationMs = between(startedAt, endedAt);
  return { id, parentId: parentId ?? workflowStepId, kind: 'agent_run', name, status, startedAt, durationMs };
}

function nodeOfTurn(step: TreeAgentStep): RawNode {
  const { endedAt, name, runId, startedAt, status } = step;
  const durationMs = between(startedAt, endedAt);
  return { id: turnId(step), parentId: runId, kind: 'agent_step', name, status, startedAt, durationMs };
}

/** @param name of what the request was made for; else the model's is shown */
export function nodeOfRecord(record: AuditRow, parentId: string | null, name: string | null): RawNode {
  return {
    id: record.id,
    parentId,
    kind: 'request',
    name: name ?? record.logicalName ?? record.model ?? record.endpoint,
    status: record.outcome,
    startedAt: record.time,
    durationMs: record.durationMs,
    record,
  };
}

function between(from: Date | null, to: Date | null): number | null {
  return from === null || to === null ? null : Math.max(0, to.getTime() - from.getTime());
}

/**
 * Orders nodes so that each follows its parent, siblings by their beginning, and adds up the requests at and below each. A node whose
 * parent is not there is a root.
 *
 * @param most nodes that are listed; sums count them all
 */
export function sumTree(nodes: readonly RawNode[], most: number): readonly TreeNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const children = groupBy(nodes, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ''));
  const ordered: { node: RawNode; sums: Sums }[] = [];
  const visited = new Set<string>();
  const visit = (node: RawNode): Sums => {
    const sums = { ...ownSums(node) };
    if (visited.has(node.id)) return { requests: 0, totalTokens: 0, costUsd: 0 };
    visited.add(node.id);
    ordered.push({ node, sums });
    for (const child of (children.get(node.id) ?? []).toSorted(byBeginning)) {
      const below = visit(child);
      sums.requests += below.requests;
      sums.totalTokens += below.totalTokens;
      sums.costUsd += below.costUsd;
    }
    return sums;
  };
  for (const root of (children.get('') ?? []).toSorted(byBeginning)) visit(root);
  return ordered.slice(0, most).map(({ node, sums }) => ({ ...node, ...sums }));
}

interface Sums {
  requests: number;
  totalTokens: number;
  costUsd: number;
}

function ownSums({ record }: RawNode): Sums {
  if (record === undefined) return { requests: 0, totalTokens: 0, costUsd: 0 };
  return { requests: 1, totalTokens: record.totalTokens ?? 0, costUsd: record.costUsd ?? 0 };
}

/** Nodes that have not begun come last. */
function byBeginning(one: RawNode, other: RawNode): number {
  const [a, b] = [one, other].map(({ startedAt }) => startedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return a === b ? 0 : (a ?? 0) - (b ?? 0);
}
