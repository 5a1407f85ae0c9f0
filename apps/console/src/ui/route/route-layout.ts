import { shareLanes } from '../share-lanes.js';
import type { NestedNode } from './nested-nodes.js';
import { readField } from './route-fields.js';
import { type RouteGraph, type RouteNode, targetsOf } from './route-graph.js';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A line of the picture. */
export interface RouteEdge {
  readonly from: string;
  readonly to: string;
  /** `flow`: a request goes that way. `next`: if the one before fails. `copy`: a copy of it. `part`: a setting of it. */
  readonly kind: 'flow' | 'next' | 'copy' | 'part';
  /** The share of the requests, from 0 to 1, where the weights say it. */
  readonly share?: number;
}

export const COLUMN = 300;
export const ROW = 116;

/** Stands for the model that the request names, where a config has no targets. */
export const ASKED = 'asked';

/** Settings that stand below the choice; all others stand below the request. */
const BELOW_CHOICE = ['retry', 'hedge', 'timeouts'];

/** Places each node: the request and its settings, the choice, the targets in their order, and the targets of these. */
export function placeNodes(graph: RouteGraph, nested: readonly NestedNode[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const rows = [0, 0, 0];
  if (targetsOf(graph).length === 0) {
    places.set(ASKED, { x: 2 * COLUMN, y: 0 });
    rows[2] = 1;
  }
  for (const node of graph.nodes) {
    const column = columnOf(node);
    const row = rows[column] ?? 0;
    places.set(node.id, { x: column * COLUMN, y: row * ROW });
    // A target that is a virtual model is as high as what it leads to.
    const height = node.kind === 'target' ? placeNested(places, nested, node.id, 3, row) : 1;
    rows[column] = row + height;
  }
  return places;
}

function columnOf({ kind }: RouteNode): number {
  if (kind === 'target' || kind === 'shadow') return 2;
  return kind === 'choice' || BELOW_CHOICE.includes(kind) ? 1 : 0;
}

/** @returns the rows that the nodes below one need, at least one */
function placeNested(
  places: Map<string, Place>,
  nested: readonly NestedNode[],
  parent: string,
  column: number,
  row: number,
): number {
  let height = 0;
  for (const { id } of nested.filter((node) => node.parent === parent)) {
    places.set(id, { x: column * COLUMN, y: (row + height) * ROW });
    height += placeNested(places, nested, id, column + 1, row + height);
  }
  return Math.max(height, 1);
}

/** The lines between nodes, which follow from the config: nobody draws them by hand. */
export function edgesOf(graph: RouteGraph, nested: readonly NestedNode[]): readonly RouteEdge[] {
  const has = (id: string): boolean => graph.nodes.some((node) => node.id === id);
  const chain = (from: string, ids: readonly string[]): RouteEdge[] => {
    const there = ids.filter(has);
    return there.map((id, index) => ({ from: there[index - 1] ?? from, to: id, kind: 'part' }));
  };
  const choice = graph.nodes.find(({ id }) => id === 'choice');
  const ids = targetsOf(graph).map(({ id }) => id);
  return [
    { from: 'route', to: 'choice', kind: 'flow' },
    ...(ids.length === 0 ? [{ from: 'choice', to: ASKED, kind: 'flow' as const }] : []),
    ...chain('route', ['guardrails', 'cache', 'unsupported_parameters']),
    ...chain('choice', BELOW_CHOICE),
    ...choose('choice', strategyOf(choice), ids, targetsOf(graph).map(weightOf)),
    ...(has('shadow') ? [{ from: 'choice', to: 'shadow', kind: 'copy' as const }] : []),
    ...groupByParent(nested).flatMap(([parent, nodes]) =>
      choose(
        parent,
        nodes[0]?.strategy ?? 'failover',
        nodes.map(({ id }) => id),
        nodes.map(({ weight }) => weight),
      ),
    ),
  ];
}

export function strategyOf(choice: RouteNode | undefined): string {
  const strategy = choice && readField(choice, 'strategy');
  return typeof strategy === 'string' ? strategy : 'failover';
}

function weightOf(target: RouteNode): number {
  if (readField(target, 'on') === 'context_length') return 0;
  const weight = readField(target, 'weight');
  return typeof weight === 'number' && weight >= 0 ? weight : 1;
}

/** A failover goes from one to the next; every other choice can lead to each of them. */
function choose(from: string, strategy: string, ids: readonly string[], weights: readonly number[]): RouteEdge[] {
  if (strategy === 'failover') {
    return ids.map((id, index): RouteEdge => {
      const before = ids[index - 1];
      return before === undefined ? { from, to: id, kind: 'flow' } : { from: before, to: id, kind: 'next' };
    });
  }
  const lanes = shareLanes(
    strategy,
    weights.map((weight) => ({ model: '', weight })),
  );
  return ids.map((id, index): RouteEdge => {
    const share = lanes[index]?.share;
    return { from, to: id, kind: 'flow', ...(share !== undefined && { share }) };
  });
}

function groupByParent(nested: readonly NestedNode[]): readonly (readonly [string, readonly NestedNode[]])[] {
  const groups = new Map<string, NestedNode[]>();
  for (const node of nested) groups.set(node.parent, [...(groups.get(node.parent) ?? []), node]);
  return [...groups];
}

/**
 * The place in the list for something dropped at a height: behind the targets that it is below by half a row.
 *
 * @param moved the target that was dragged there; undefined for a new one
 */
export function placeAt(graph: RouteGraph, places: ReadonlyMap<string, Place>, y: number, moved?: string): number {
  const began = moved === undefined ? Number.POSITIVE_INFINITY : (places.get(moved)?.y ?? 0);
  return targetsOf(graph).filter(({ id }) => {
    const height = places.get(id)?.y ?? 0;
    return id !== moved && y > height + (height < began ? ROW / 2 : -ROW / 2);
  }).length;
}
