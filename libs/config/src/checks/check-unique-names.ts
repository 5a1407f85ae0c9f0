import { formatPath } from '../config-path.js';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** A name may be used once; the later use is at fault. Neither names nor keys are shown: the path of the first use is. */
export const checkUniqueNames: CrossCheck = (config, report) => {
  const teams = config.at('teams').items;
  for (const section of ['providers', 'routing_configs', 'prompts', 'guardrails', 'teams', 'tag_policies', 'exports']) {
    checkDistinct(
      config.at(section).items.map((entry) => entry.at('name')),
      'name',
      report,
    );
  }
  checkDistinct(
    config
      .at('mcp')
      .at('servers')
      .items.map((entry) => entry.at('name')),
    'name',
    report,
  );
  checkDistinct(
    config
      .at('cache')
      .at('policies')
      .items.map((entry) => entry.at('name')),
    'name',
    report,
  );
  checkDistinct(
    config
      .at('budgets')
      .at('rules')
      .items.map((entry) => entry.at('name')),
    'name',
    report,
  );
  for (const section of ['channels', 'rules']) {
    const entries = config.at('alerts').at(section).items;
    checkDistinct(
      entries.map((entry) => entry.at('name')),
      'name',
      report,
    );
  }
  checkDistinctInAnyCase(
    teams.map((team) => team.at('name')),
    report,
  );
  checkDistinct(modelNames(config), 'name', report);
  for (const team of teams) {
    checkDistinct(
      team.at('api_keys').items.map((key) => key.at('name')),
      'name',
      report,
    );
  }
  checkDistinct(
    teams.flatMap((team) => team.at('api_keys').items.map((key) => key.at('key'))),
    'key',
    report,
  );
};

/** Everything a caller may send as `model`: logical names, aliases, names of virtual models. */
export function modelNames(config: ConfigNode): ConfigNode[] {
  const catalog = config
    .at('models')
    .items.flatMap((model) => [model.at('logical_name'), ...model.at('aliases').items]);
  return [...catalog, ...config.at('virtual_models').items.map((model) => model.at('name'))];
}

function checkDistinct(nodes: readonly ConfigNode[], noun: string, report: ReportProblem): void {
  const firstUses = new Map<string, ConfigNode>();
  for (const node of nodes) {
    if (node.text === undefined) continue;
    const first = firstUses.get(node.text);
    if (first) report(node.path, `is the same ${noun} as ${formatPath(first.path)}`);
    else firstUses.set(node.text, node);
  }
}

/** Checks names as the database does: names of teams differ in more than case. Equal ones are reported already. */
function checkDistinctInAnyCase(nodes: readonly ConfigNode[], report: ReportProblem): void {
  const firstUses = new Map<string, ConfigNode>();
  for (const node of nodes) {
    if (node.text === undefined) continue;
    const first = firstUses.get(node.text.toLowerCase());
    if (first && first.text !== node.text) report(node.path, `differs only in case from ${formatPath(first.path)}`);
    if (!first) firstUses.set(node.text.toLowerCase(), node);
  }
}
