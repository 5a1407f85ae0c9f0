import { PROVIDER_KINDS } from '@multilane/contracts';
import { closest, distance } from 'fastest-levenshtein';
import type { ReportProblem } from '../file/fit-to-schema.js';
import { listRequiredFields } from './check-provider-entries.js';
import { modelNames } from './check-unique-names.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** Names must be of something. Teams may also live in the database; without one the file has them all. */
export const checkReferences: CrossCheck = (config, report) => {
  for (const model of config.at('models').items) checkProvider(model.at('provider'), config, report);

  const models = textsOf(modelNames(config));
  const routes = [...config.at('virtual_models').items, ...config.at('routing_configs').items];
  const guardrails = config.at('guardrails').items;
  const cachePolicies = config.at('cache').at('policies').items;
  const teams = config.at('teams').items;
  const budgetRules = config.at('budgets').at('rules').items;
  const namesOfModels = [
    ...routes.flatMap((route) => [
      ...route.at('targets').items.flatMap((target) => [target.at('model'), target.at('requires')]),
      route.at('shadow').at('model'),
    ]),
    ...config.at('prompts').items.flatMap((prompt) => prompt.at('versions').items.map((each) => each.at('model'))),
    ...teams.flatMap((team) => team.at('allowed_models').items),
    ...config.at('organization').at('scim').at('default_allowed_models').items,
    ...guardrails.flatMap((rule) => [...rule.at('models').items, rule.at('config').at('model')]),
    ...cachePolicies.flatMap((policy) => policy.at('models').items),
    config.at('knowledge').at('embedding_model'),
    ...cachePolicies
      .map((policy) => policy.at('semantic').at('embedding_model'))
      .filter((model) => model.text !== 'builtin'),
    ...budgetRules.map((rule) => rule.at('downgrade_to')),
    ...valuesOf(budgetRules, 'model'),
  ];
  checkNamesExist(namesOfModels, models, 'is not the name of a model, an alias or a virtual model', report);

  const namesOfGuardrails = config.at('routing_configs').items.flatMap((route) => route.at('guardrails').items);
  checkNamesExist(namesOfGuardrails, namesIn(guardrails), 'is not the name of a guardrail', report);

  if (config.at('database').at('url').exists) return;
  const namesOfTeams = [
    ...guardrails.flatMap((rule) => rule.at('teams').items),
    ...cachePolicies.flatMap((policy) => policy.at('teams').items),
    ...valuesOf(budgetRules, 'team'),
    ...valuesOf(
      config.at('tag_policies').items.flatMap((policy) => policy.at('assign').items),
      'team',
    ),
    ...config
      .at('mcp')
      .at('servers')
      .items.flatMap((server) => server.at('access').items.map((entry) => entry.at('team'))),
    ...config.at('auth').at('oidc').at('team_mapping').entries,
  ];
  checkNamesExist(namesOfTeams, namesIn(teams), 'is not the name of a team', report);
};

/** Values of the entries of a scope. */
function valuesOf(entries: readonly ConfigNode[], scope: string): ConfigNode[] {
  return entries.filter((entry) => entry.at('scope').text === scope).map((entry) => entry.at('value'));
}

function checkProvider(provider: ConfigNode, config: ConfigNode, report: ReportProblem): void {
  const entries = config.at('providers').items;
  const name = provider.text;
  if (name === undefined || namesIn(entries).has(name)) return;
  if (Object.hasOwn(PROVIDER_KINDS, name)) {
    const ofKind = entries.filter((entry) => entry.at('kind').text === name);
    if (ofKind.length > 1)
      report(provider.path, 'is the kind of several entries under providers: give the name of one');
    const required = listRequiredFields(name);
    if (ofKind.length === 0 && required.length > 0) {
      report(
        provider.path,
        `needs an entry under providers: kind ${name} has no address without ${required.join(', ')}`,
      );
    }
  } else {
    const kind = closest(name, Object.keys(PROVIDER_KINDS));
    const hint = distance(name, kind) <= 2 ? `; did you mean the kind ${kind}?` : '';
    report(provider.path, `is neither a provider kind nor the name of an entry under providers${hint}`);
  }
}

function checkNamesExist(
  nodes: readonly ConfigNode[],
  known: ReadonlySet<string>,
  message: string,
  report: ReportProblem,
): void {
  for (const node of nodes) {
    if (node.text === undefined || known.has(node.text)) continue;
    const nearest = known.size === 0 ? undefined : closest(node.text, [...known]);
    const isNear = nearest !== undefined && distance(node.text, nearest) <= 2;
    report(node.path, isNear ? `${message}; did you mean ${nearest}?` : message);
  }
}

function namesIn(entries: readonly ConfigNode[]): Set<string> {
  return textsOf(entries.map((entry) => entry.at('name')));
}

function textsOf(nodes: readonly ConfigNode[]): Set<string> {
  return new Set(nodes.flatMap((node) => node.text ?? []));
}
