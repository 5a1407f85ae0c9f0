import { isObject } from '../json-object.js';

/** A routing config or a virtual model, as people write it. */
export type RouteConfig = Readonly<Record<string, unknown>>;

/** Settings that a route has once or not at all. The member of the config has the same name. */
export const PARTS = ['guardrails', 'cache', 'unsupported_parameters', 'shadow', 'retry', 'hedge', 'timeouts'] as const;
export type PartKind = (typeof PARTS)[number];

export type NodeKind = 'route' | 'choice' | 'target' | 'other' | PartKind;

export const STRATEGIES = [
  'failover',
  'weighted',
  'least_latency',
  'least_busy',
  'lowest_cost',
  'cheapest_healthy',
] as const;

/** Limit of targets, the same as the API's. */
export const MOST_TARGETS = 64;

/** One thing of a route. Its value is exactly what the config has, with whatever no form shows. */
export interface RouteNode {
  /** `route`, `choice`, the name of a part, `target:0`, `other:name`. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly value: unknown;
}

/** A config as nodes. Targets stand in the order of the config. */
export interface RouteGraph {
  readonly nodes: readonly RouteNode[];
  /** True if the config has a list of targets, which may be empty. */
  readonly hasTargets: boolean;
}

/** The order of nodes, as a request comes by them. */
const ORDER: readonly NodeKind[] = [
  'route',
  'guardrails',
  'cache',
  'unsupported_parameters',
  'choice',
  'target',
  'shadow',
  'retry',
  'hedge',
  'timeouts',
  'other',
];

const ROUTE_MEMBERS = ['name', 'enabled'];
const CHOICE_MEMBERS = ['strategy', 'sticky'];

/** True for members of the shape that their node shows. */
const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string',
  enabled: (value) => typeof value === 'boolean',
  sticky: (value) => typeof value === 'boolean',
  strategy: (value) => (STRATEGIES as readonly unknown[]).includes(value),
  targets: Array.isArray,
  guardrails: isTextList,
  cache: isObject,
  unsupported_parameters: isObject,
  shadow: isObject,
  retry: isObject,
  hedge: isObject,
  timeouts: isObject,
};

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * A config as a graph. Members that no node shows as they are, whether by their name or their shape, are nodes of the kind `other`,
 * so that nothing is lost.
 *
 * @param members the members that this kind of config can have
 */
export function toGraph(config: RouteConfig, members: readonly string[]): RouteGraph {
  const isShown = (name: string): boolean =>
    members.includes(name) && Object.hasOwn(config, name) && SHAPES[name]?.(config[name]) === true;
  const pick = (names: readonly string[]): RouteConfig =>
    Object.fromEntries(names.filter(isShown).map((name) => [name, config[name]]));
  const hasTargets = isShown('targets');
  const targets = hasTargets ? (config.targets as readonly unknown[]) : [];
  const nodes: RouteNode[] = [
    { id: 'route', kind: 'route', value: pick(ROUTE_MEMBERS) },
    ...PARTS.filter(isShown).map((kind) => ({ id: kind, kind, value: config[kind] })),
    { id: 'choice', kind: 'choice', value: pick(CHOICE_MEMBERS) },
    ...targets.map((value) => ({ id: '', kind: 'target' as const, value })),
    ...Object.keys(config)
      .filter((name) => !isShown(name))
      .map((name) => ({ id: `other:${name}`, kind: 'other' as const, value: config[name] })),
  ];
  return { nodes: sortNodes(nodes), hasTargets };
}

/** The config that a graph shows. */
export function toConfig({ hasTargets, nodes }: RouteGraph): RouteConfig {
  const members = nodes.flatMap(({ id, kind, value }): (readonly [string, unknown])[] => {
    if (kind === 'target') return [];
    if (kind === 'other') return [[id.slice('other:'.length), value]];
    return kind === 'route' || kind === 'choice' ? Object.entries(value as RouteConfig) : [[kind, value]];
  });
  const targets = targetsOf({ nodes }).map(({ value }) => value);
  return Object.fromEntries([...members, ...(hasTargets ? [['targets', targets] as const] : [])]);
}

/** Puts nodes into their order. Those of one kind stay as they stand. */
function sortNodes(nodes: readonly RouteNode[]): readonly RouteNode[] {
  return numberTargets(nodes.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)));
}

function numberTargets(nodes: readonly RouteNode[]): readonly RouteNode[] {
  let index = -1;
  return nodes.map((node) => {
    if (node.kind !== 'target') return node;
    index += 1;
    return node.id === targetId(index) ? node : { ...node, id: targetId(index) };
  });
}

export const targetId = (index: number): string => `target:${index}`;

export function targetsOf({ nodes }: Pick<RouteGraph, 'nodes'>): readonly RouteNode[] {
  return nodes.filter(({ kind }) => kind === 'target');
}

/** The place of a target in the list of the config; -1 for every other node. */
export function placeOf(graph: RouteGraph, id: string): number {
  return targetsOf(graph).findIndex((node) => node.id === id);
}

/** Returns the kinds of nodes that can be added to a graph. */
export function addableKinds(graph: RouteGraph, members: readonly string[]): readonly (PartKind | 'target')[] {
  const taken = Object.keys(toConfig(graph));
  const parts = PARTS.filter((kind) => members.includes(kind) && !taken.includes(kind));
  const isFull = targetsOf(graph).length >= MOST_TARGETS || graph.nodes.some(({ id }) => id === 'other:targets');
  return isFull ? parts : ['target', ...parts];
}

/** Values of a new node, so that it can be seen and changed. */
const NEW: Readonly<Record<PartKind | 'target', unknown>> = {
  target: { model: '' },
  retry: { attempts: 2 },
  hedge: { after: 'p95', max_percent: 5 },
  timeouts: { total_ms: 60_000 },
  shadow: { model: '', percent: 1 },
  cache: { enabled: true },
  guardrails: [],
  unsupported_parameters: { drop: [] },
};

export interface Edited {
  readonly graph: RouteGraph;
  /** The node that the edit was about, by its id in the new graph. */
  readonly id: string;
}

/** Adds a node; a target at a place of the list, or at its end. */
export function addNode(graph: RouteGraph, kind: PartKind | 'target', place?: number): Edited {
  if (kind === 'target') return insertTarget(graph, NEW.target, place ?? targetsOf(graph).length);
  const nodes = [...graph.nodes.filter(({ id }) => id !== kind), { id: kind, kind, value: NEW[kind] }];
  return { graph: { ...graph, nodes: sortNodes(nodes) }, id: kind };
}

function insertTarget(graph: RouteGraph, value: unknown, place: number): Edited {
  const targets = targetsOf(graph);
  const index = Math.min(Math.max(place, 0), targets.length);
  return { graph: withTargets(graph, targets.toSpliced(index, 0, targetNode(value))), id: targetId(index) };
}

const targetNode = (value: unknown): RouteNode => ({ id: '', kind: 'target', value });

/** The graph with other targets. */
function withTargets({ nodes }: RouteGraph, targets: readonly RouteNode[]): RouteGraph {
  return { nodes: sortNodes([...nodes.filter(({ kind }) => kind !== 'target'), ...targets]), hasTargets: true };
}

/** True if a node can be removed: the route and its choice are always there. */
export function isRemovable({ kind }: Pick<RouteNode, 'kind'>): boolean {
  return kind !== 'route' && kind !== 'choice';
}

/** The graph without a node. */
export function removeNode(graph: RouteGraph, id: string): RouteGraph {
  const nodes = graph.nodes.filter((node) => node.id !== id || !isRemovable(node));
  return { ...graph, nodes: numberTargets(nodes) };
}

/** Repeats a target behind itself. A route has only one of everything else. */
export function duplicateNode(graph: RouteGraph, id: string): Edited {
  const place = placeOf(graph, id);
  const isFull = targetsOf(graph).length >= MOST_TARGETS;
  if (place < 0 || isFull) return { graph, id };
  return insertTarget(graph, targetsOf(graph)[place]?.value, place + 1);
}

/** Moves a target to another place of the list, as far as it goes. */
export function moveTarget(graph: RouteGraph, id: string, to: number): Edited {
  const targets = targetsOf(graph);
  const from = placeOf(graph, id);
  const place = Math.min(Math.max(to, 0), targets.length - 1);
  const [moved] = from < 0 ? [] : [targets[from]];
  if (moved === undefined || place === from) return { graph, id };
  return { graph: withTargets(graph, targets.toSpliced(from, 1).toSpliced(place, 0, moved)), id: targetId(place) };
}

/** Changes fields of a node; one that is undefined is left out from then on. `names` of the guardrails are their list. */
export function changeNode(graph: RouteGraph, id: string, fields: RouteConfig): RouteGraph {
  const change = (node: RouteNode): RouteNode => {
    if (node.kind === 'guardrails') return { ...node, value: fields.names ?? [] };
    const before = isObject(node.value) ? node.value : {};
    const merged = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined);
    return { ...node, value: Object.fromEntries(merged) };
  };
  const isHead = id === 'route' || id === 'choice';
  // A field replaces a value of the same name that no form could show.
  const replaced = isHead ? Object.keys(fields).map((name) => `other:${name}`) : [];
  const nodes = graph.nodes.filter((node) => !replaced.includes(node.id));
  return { ...graph, nodes: nodes.map((node) => (node.id === id ? change(node) : node)) };
}
