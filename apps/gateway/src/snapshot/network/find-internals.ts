import type { GatewayConfig } from '@multilane/config';
import type { FindModel } from '../build-route.js';
import type { ServedModel } from '../routes/served-model.js';

/** Meanings that names have for a route alone: models and virtual models of gateway.yaml that callers cannot name. */
export type Internals = ReadonlyMap<string, NonNullable<ReturnType<FindModel>>>;

export function findInternals(
  { models, virtual_models: virtualModels }: Pick<GatewayConfig, 'models' | 'virtual_models'>,
  catalog: ReadonlyMap<string, ServedModel>,
): Internals {
  const internals = new Map<string, NonNullable<ReturnType<FindModel>>>();
  for (const { internal, logical_name: logicalName, aliases } of models) {
    for (const name of internal ? [logicalName, ...aliases] : []) {
      const model = catalog.get(name);
      if (model !== undefined) internals.set(name, model);
    }
  }
  for (const definition of virtualModels) {
    if (definition.internal) internals.set(definition.name, { names: [definition.name], definition });
  }
  return internals;
}

/** The names, aliases too, of models and virtual models of gateway.yaml with `listed: false`. */
export function findUnlisted({
  models,
  virtual_models: virtualModels,
}: Pick<GatewayConfig, 'models' | 'virtual_models'>): ReadonlySet<string> {
  const names = models.flatMap(({ listed, logical_name: name, aliases }) =>
    listed === false ? [name, ...aliases] : [],
  );
  return new Set([...names, ...virtualModels.flatMap(({ listed, name }) => (listed === false ? [name] : []))]);
}
