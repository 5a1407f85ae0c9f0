import type { Steps, VirtualModelEntry } from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import { buildRoute, type FindModel, nameRoute } from './build-route.js';
import type { Route, VirtualModel } from './routes/route.js';
import type { ServedModel } from './routes/served-model.js';
import type { TargetStates } from './routes/target-states.js';

export interface NamedDefinition {
  /** The logical name first, then the aliases. */
  readonly names: readonly string[];
  readonly definition: VirtualModelEntry;
  /** Type of its targets; undefined if no setting gives it. */
  readonly type?: ModelType;
}

/**
 * The virtual models of one place by name, those that they name among themselves worked out, without those that are internal.
 *
 * @param owner Id of the workspace; empty for those of gateway.yaml.
 */
export function* buildVirtualModels(
  source: ServedModel['source'],
  entries: readonly NamedDefinition[],
  models: ReadonlyMap<string, ServedModel>,
  states: TargetStates,
  owner = '',
): Steps<Map<string, VirtualModel>> {
  const byName = new Map<string, NamedDefinition>();
  for (const entry of entries) for (const name of entry.names) byName.set(name, entry);
  const virtualModels = new Map<string, VirtualModel>();
  for (const { names, definition, type } of entries) {
    const find: FindModel = (name) => models.get(name) ?? byName.get(name);
    const route = buildRoute(definition, find, states, names, nameRoute(names[0] ?? definition.name, owner));
    const virtualModel: VirtualModel = {
      source,
      logicalName: names[0] ?? definition.name,
      names,
      type: type ?? typeOf(route),
      definition,
      route,
    };
    if (!definition.internal) for (const name of names) virtualModels.set(name, virtualModel);
    yield;
  }
  return virtualModels;
}

function typeOf({ targets }: Route): ModelType {
  return targets[0]?.model.type ?? 'chat';
}
