import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from './definition.js';

/** A definition with what is asked of it often. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  readonly incoming: ReadonlyMap<string, readonly WorkflowEdge[]>;
  readonly outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>;
  /** The ids of the steps, each behind those that lead to it. Those on a cycle are missing. */
  readonly order: readonly string[];
}

/** Reads a graph. Edges that name no step are left out. */
export function readGraph({ edges, nodes }: Pick<WorkflowDefinition, 'edges' | 'nodes'>): Graph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const incoming = new Map<string, WorkflowEdge[]>(nodes.map(({ id }) => [id, []]));
  const outgoing = new Map<string, WorkflowEdge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) {
    if (!byId.has(edge.from) || !byId.has(edge.to)) continue;
    outgoing.get(edge.from)?.push(edge);
    incoming.get(edge.to)?.push(edge);
  }
  return { nodes: byId, incoming, outgoing, order: sort(nodes, incoming, outgoing) };
}

/** The ids of all steps that lead to a step. */
export function ancestorsOf({ incoming }: Graph, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { from } of incoming.get(next) ?? []) {
      if (found.has(from)) continue;
      found.add(from);
      open.push(from);
    }
  }
  return found;
}

function sort(
  nodes: readonly WorkflowNode[],
  incoming: ReadonlyMap<string, readonly WorkflowEdge[]>,
  outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>,
): string[] {
  const left = new Map(nodes.map(({ id }) => [id, incoming.get(id)?.length ?? 0]));
  const order = nodes.filter(({ id }) => left.get(id) === 0).map(({ id }) => id);
  for (const id of order) {
    for (const { to } of outgoing.get(id) ?? []) {
      const rest = (left.get(to) ?? 0) - 1;
      left.set(to, rest);
      if (rest === 0) order.push(to);
    }
  }
  return order;
}
