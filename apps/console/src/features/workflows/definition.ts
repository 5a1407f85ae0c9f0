import { isObject } from '../../ui/json-object.js';
export const KINDS = [
  'model',
  'retrieve',
  'http',
  'transform',
  'condition',
  'map',
  'wait',
  'approval',
  'subworkflow',
  'agent',
] as const;
export type StepKind = (typeof KINDS)[number];

/** A step as people write it; what else it has depends on its kind. */
export interface Step {
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly position?: Position;
  readonly on_error?: string;
  readonly [field: string]: unknown;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly branch?: string;
}

export interface Graph {
  readonly nodes: readonly Step[];
  readonly edges: readonly Edge[];
  readonly output?: unknown;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

const NODE_ID = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Fields of a new step beside its name, so that its form shows every field. */
const NEW: Readonly<Record<StepKind, object>> = {
  model: { model: '', messages: [{ role: 'user', content: '' }] },
  retrieve: { kb_ids: [], query: '' },
  http: { method: 'GET', url: '' },
  transform: { expression: '' },
  condition: { expression: '' },
  map: { items: '', step: { kind: 'transform', expression: '' } },
  wait: { seconds: 60 },
  approval: { message: '' },
  subworkflow: { workflow_id: '' },
  agent: { agent_id: '', input: '' },
};

/**
 * A definition as a graph; undefined for one that a graph would not show as it is. A draft may be anything, and nothing of it
 * may be lost: such a one is changed as JSON.
 */
export function readGraph(definition: unknown): Graph | undefined {
  if (!isObject(definition)) return undefined;
  const { edges = [], nodes = [], ...others } = definition;
  if (!Array.isArray(nodes) || !Array.isArray(edges) || !nodes.every(isStep) || !edges.every(isEdge)) return undefined;
  const isKnown = Object.keys(others).every((name) => name === 'output');
  const hasTwins = new Set(nodes.map(({ id }) => id)).size !== nodes.length;
  return isKnown && !hasTwins ? ({ ...others, nodes, edges } as Graph) : undefined;
}

function isStep(value: unknown): value is Step {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.kind !== 'string') return false;
  const { name, position } = value;
  const isPlaced = position === undefined || (isObject(position) && isNumber(position.x) && isNumber(position.y));
  return isPlaced && (name === undefined || typeof name === 'string');
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isEdge(value: unknown): value is Edge {
  if (!isObject(value) || typeof value.from !== 'string' || typeof value.to !== 'string') return false;
  return value.branch === undefined || typeof value.branch === 'string';
}

/** The branches that a step has: undefined is the usual way on. */
export function exitsOf({ kind, on_error }: Pick<Step, 'kind' | 'on_error'>): readonly (string | undefined)[] {
  const own = kind === 'condition' ? ['true', 'false'] : kind === 'approval' ? ['approved', 'rejected'] : [undefined];
  return on_error === 'branch' ? [...own, 'error'] : own;
}

/**
 * Adds a step with an id of its own, in a free place beside another one. Nothing leads to it yet.
 *
 * @param near the step that it is to stand beside; by default the last one
 */
export function addStep(
  graph: Graph,
  kind: StepKind,
  near = graph.nodes.at(-1)?.id,
): { readonly graph: Graph; readonly id: string } {
  const taken = new Set(graph.nodes.map(({ id }) => id));
  let number = 1;
  while (taken.has(`${kind}_${number}`)) number += 1;
  const id = `${kind}_${number}`;
  const position = freePlace(graph, near);
  const step = { id, kind, ...NEW[kind], ...(position !== undefined && { position }) };
  return { graph: { ...graph, nodes: [...graph.nodes, step] }, id };
}

/** Finds the first place in the column behind a step that no other one takes; undefined in a graph without it. */
function freePlace(graph: Graph, near: string | undefined): Position | undefined {
  const places = placeSteps(graph);
  const beside = places.get(near ?? '');
  if (beside === undefined) return undefined;
  const isTaken = ({ x, y }: Position): boolean =>
    [...places.values()].some((other) => Math.abs(other.x - x) < COLUMN && Math.abs(other.y - y) < ROW);
  const place = { x: beside.x + COLUMN, y: beside.y };
  while (isTaken(place)) place.y += ROW;
  return place;
}

export function removeStep(graph: Graph, id: string): Graph {
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: graph.edges.filter(({ from, to }) => from !== id && to !== id),
  };
}

/** Changes fields of a step; one that is undefined is left out from then on. */
export function changeStep(graph: Graph, id: string, fields: Readonly<Record<string, unknown>>): Graph {
  const change = (node: Step): Step => {
    const merged = Object.entries({ ...node, ...fields }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(merged) as unknown as Step;
  };
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/** Gives a step another id, in edges too. The same graph if the id is taken or none. */
export function renameStep(graph: Graph, id: string, next: string): Graph {
  if (!NODE_ID.test(next) || graph.nodes.some((node) => node.id === next)) return graph;
  const rename = (name: string): string => (name === id ? next : name);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === id ? { ...node, id: next } : node)),
    edges: graph.edges.map((edge) => ({ ...edge, from: rename(edge.from), to: rename(edge.to) })),
  };
}

/**
 * Adds an edge: of the branch that is named, else of the first that leads nowhere. The same graph for an edge that exists, or
 * that would lead to its own step.
 */
export function connect(graph: Graph, from: string, to: string, branch?: string): Graph {
  const step = graph.nodes.find(({ id }) => id === from);
  if (step === undefined || from === to) return graph;
  const exits = exitsOf(step);
  const free = exits.find((exit) => !graph.edges.some((edge) => edge.from === from && edge.branch === exit));
  const chosen = branch ?? (exits.includes(undefined) ? undefined : (free ?? exits[0]));
  if (graph.edges.some((edge) => edge.from === from && edge.to === to && edge.branch === chosen)) return graph;
  return { ...graph, edges: [...graph.edges, { from, to, ...(chosen !== undefined && { branch: chosen }) }] };
}

/** Removes edges by their places in the list. */
export function disconnect(graph: Graph, places: readonly number[]): Graph {
  return { ...graph, edges: graph.edges.filter((_, index) => !places.includes(index)) };
}

const COLUMN = 260;
const ROW = 130;

/** Places each step: at its stored position, or else in a column behind the steps that lead to it. */
export function placeSteps({ edges, nodes }: Graph): ReadonlyMap<string, Position> {
  const levels = new Map(nodes.map(({ id }) => [id, 0]));
  // A graph without circles is done after as many rounds as it has steps; one with them stops there.
  for (let round = 0; round < nodes.length; round += 1) {
    for (const { from, to } of edges) {
      const level = (levels.get(from) ?? 0) + 1;
      if (levels.has(to) && level > (levels.get(to) ?? 0) && level <= nodes.length) levels.set(to, level);
    }
  }
  const used = new Map<number, number>();
  return new Map(
    nodes.map(({ id, position }) => {
      if (position !== undefined) return [id, position];
      const level = levels.get(id) ?? 0;
      const row = used.get(level) ?? 0;
      used.set(level, row + 1);
      return [id, { x: level * COLUMN, y: row * ROW }];
    }),
  );
}
