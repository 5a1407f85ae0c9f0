import { writeProblem } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/**
 * Virtual models lead to models in the end, and weights leave something to choose
 * (docs/contract/routing.md#virtual-models).
 */
export const checkRouting: CrossCheck = (config, report) => {
  const virtualModels = config.at('virtual_models').items;
  checkAcyclic(virtualModels, report);
  for (const route of [...virtualModels, ...config.at('routing_configs').items]) {
    checkWeights(route, report);
  }
};

/** The same for one route: it has targets for every prompt, and their weights leave something to choose. */
export const checkWeights: CrossCheck = (route, report) => {
  const { items, path } = route.at('targets');
  if (items.length === 0) return;
  const usual = items.filter((target) => target.at('on').text === undefined);
  if (usual.length === 0) report(path, writeProblem('no_usual_target'));
  else if (usual.every((target) => target.at('weight').number === 0)) report(path, writeProblem('no_weight'));
};

function checkAcyclic(virtualModels: readonly ConfigNode[], report: ReportProblem): void {
  const byName = new Map(virtualModels.map((model) => [model.at('name').text, model]));
  const done = new Set<ConfigNode>();
  const visit = (model: ConfigNode, trail: readonly ConfigNode[]) => {
    for (const target of [...model.at('targets').items, model.at('shadow')]) {
      const name = target.at('model').text;
      const next = name === undefined ? undefined : byName.get(name);
      if (next === undefined || done.has(next)) continue;
      if (trail.includes(next)) report(target.at('model').path, writeProblem('leads_back'));
      else visit(next, [...trail, next]);
    }
    done.add(model);
  };
  for (const model of virtualModels) if (!done.has(model)) visit(model, [model]);
}
