import type { Branch, WorkflowDefinition } from '../graph/definition.js';
import { type Graph, readGraph } from '../graph/graph.js';

/** `waiting`: for a time, a person or a sub-workflow. */
export const STEP_STATUSES = ['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** State of a step that has begun, for the decision. */
export interface StepState {
  readonly status: StepStatus;
  /** Edges that a step that has ended takes; null: those without a branch. */
  readonly branch: Branch | null;
}

export interface Decision {
  /** Steps that begin now. */
  readonly start: readonly string[];
  /** Steps that no branch leads to any more. */
  readonly skip: readonly string[];
  /** End of the run; undefined: it goes on. */
  readonly end?: { readonly status: 'succeeded' } | { readonly status: 'failed'; readonly node: string };
}

/**
 * Decides the next steps of a run from the states of its steps. A step begins once every edge that leads to it is
 * decided and one of them is taken: a join waits for all branches that were taken, and for no other. The same states
 * give the same decision, so that it may be made again after a crash.
 */
export function decide(definition: WorkflowDefinition, states: ReadonlyMap<string, StepState>): Decision {
  const graph = readGraph(definition);
  const failed = graph.order.find((id) => endsRun(graph, id, states.get(id)));
  if (failed !== undefined) return { start: [], skip: [], end: { status: 'failed', node: failed } };
  const known = new Map(states);
  const start: string[] = [];
  const skip: string[] = [];
  for (const id of graph.order) {
    if (known.has(id)) continue;
    const edges = (graph.incoming.get(id) ?? []).map((edge) => isTaken(known.get(edge.from), edge.branch));
    if (edges.includes(undefined)) continue;
    if (edges.length === 0 || edges.includes(true)) {
      start.push(id);
      known.set(id, { status: 'pending', branch: null });
    } else {
      skip.push(id);
      known.set(id, { status: 'skipped', branch: null });
    }
  }
  const isOver = graph.order.every((id) => hasEnded(known.get(id)));
  return isOver ? { start, skip, end: { status: 'succeeded' } } : { start, skip };
}

/** The branch that a step takes which has failed for good. Undefined: the run ends. */
export function branchOfFailure(onError: 'fail' | 'continue' | 'branch'): Branch | null | undefined {
  return onError === 'fail' ? undefined : onError === 'branch' ? 'error' : null;
}

/** The ids of a step and of all that follow it: what runs anew when a run is run again from there. */
export function stepsFrom(definition: WorkflowDefinition, id: string): ReadonlySet<string> {
  const { outgoing } = readGraph(definition);
  const found = new Set([id]);
  for (const each of found) for (const { to } of outgoing.get(each) ?? []) found.add(to);
  return found;
}

/** The steps that no other follows. */
export function lastSteps(definition: WorkflowDefinition): readonly string[] {
  const { order, outgoing } = readGraph(definition);
  return order.filter((id) => (outgoing.get(id) ?? []).length === 0);
}

/** Undefined: it is not decided yet. */
function isTaken(from: StepState | undefined, branch: Branch | undefined): boolean | undefined {
  if (!hasEnded(from)) return undefined;
  if (from?.status === 'skipped') return false;
  return (branch ?? null) === (from?.branch ?? null);
}

function hasEnded(state: StepState | undefined): boolean {
  return state?.status === 'succeeded' || state?.status === 'failed' || state?.status === 'skipped';
}

function endsRun({ nodes }: Graph, id: string, state: StepState | undefined): boolean {
  return state?.status === 'failed' && nodes.get(id)?.on_error === 'fail';
}
