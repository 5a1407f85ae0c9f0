import { readField } from './route-fields.js';
import { type RouteGraph, targetsOf } from './route-graph.js';

/** A virtual model, as far as the picture of a route shows it. */
export interface VirtualModel {
  readonly id: string;
  readonly name: string;
  readonly strategy: string;
  readonly targets: readonly { readonly model: string; readonly weight?: number; readonly timeout_ms?: number }[];
}

/** A target of a virtual model that a route leads to. It is changed at the virtual model. */
export interface NestedNode {
  /** The place of each target on the way: `target:1/0`. */
  readonly id: string;
  /** The node that leads to it. */
  readonly parent: string;
  /** The strategy of the virtual model that leads to it. */
  readonly strategy: string;
  readonly model: string;
  readonly weight: number;
}

/** Limit of a route's nested targets, the same as the API's. */
const MOST_NESTED = 64;

/** Finds the targets of the virtual models among the targets, with those within them. Models that lead back to themselves end. */
export function nestedOf(graph: RouteGraph, virtualModels: readonly VirtualModel[]): readonly NestedNode[] {
  const byName = new Map(virtualModels.map((model) => [model.name, model]));
  const found: NestedNode[] = [];
  const enter = (parent: string, name: unknown, entered: readonly string[]): void => {
    const model = typeof name === 'string' && !entered.includes(name) ? byName.get(name) : undefined;
    for (const [index, target] of (model?.targets ?? []).entries()) {
      if (model === undefined || found.length >= MOST_NESTED) return;
      const id = `${parent}/${index}`;
      const { strategy } = model;
      found.push({ id, parent, strategy, model: target.model, weight: target.weight ?? 1 });
      enter(id, target.model, [...entered, model.name]);
    }
  };
  for (const target of targetsOf(graph)) enter(target.id, readField(target, 'model'), []);
  return found;
}
