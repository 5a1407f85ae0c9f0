import type { RouteDraft, TargetDraft } from '../gateway-draft.js';
import { isModelName } from '../is-name.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';
import type { Deployment } from './deployment.js';

const STRATEGIES: Readonly<Record<string, RouteDraft['strategy']>> = {
  'simple-shuffle': 'weighted',
  'least-busy': 'least_busy',
  'latency-based-routing': 'least_latency',
  'cost-based-routing': 'lowest_cost',
};

/** Writes models, and virtual models for names with several deployments or with fallbacks. */
export function routeGroups(context: LitellmContext, groups: ReadonlyMap<string, readonly Deployment[]>): void {
  const { draft } = context;
  const strategy = readStrategy(context);
  const retry = readRetry(context);
  const fallbacks = readFallbacks(context, groups);
  const taken = new Set(groups.keys());
  const inner = (name: string, suffix: string): string => {
    let candidate = `${name}/${suffix}`;
    while (taken.has(candidate)) candidate += '+';
    taken.add(candidate);
    return candidate;
  };
  /** Models that answer a name without its fallbacks: fallbacks lead there, so that they never lead in a circle. */
  const bases = new Map<string, string>();

  for (const [name, deployments] of groups) {
    const base = fallbacks.has(name) ? inner(name, 'primary') : name;
    bases.set(name, base);
    // Of a name with fallbacks, the virtual model below is what callers see.
    const shown = base === name ? { listed: readListed(context, deployments) } : { internal: true as const };
    const [only, ...others] = deployments;
    if (only !== undefined && others.length === 0) {
      draft.models.push({ logical_name: base, ...shown, ...only.model });
      noteLoneSettings(context, only);
      continue;
    }
    const targets = deployments.map((deployment, index): [Deployment, TargetDraft] => {
      const model = inner(name, String(index + 1));
      draft.models.push({ logical_name: model, internal: true, ...deployment.model });
      return [deployment, { model, timeout_ms: deployment.timeoutMs }];
    });
    draft.virtualModels.push({ name: base, ...shown, ...balance(context, targets, strategy), retry });
  }
  // LiteLLM tries a fallback for callers who may use it, unless it is told otherwise.
  const isFree = context.root.at('general_settings').at('enforce_fallback_model_access').flag === false;
  for (const [name, targets] of fallbacks) {
    const chain = [name, ...targets].map((each) => ({
      model: bases.get(each) ?? each,
      requires: isFree || each === name ? undefined : each,
    }));
    const listed = readListed(context, groups.get(name) ?? []);
    draft.virtualModels.push({ name, listed, strategy: 'failover', targets: chain, retry });
  }
  addAliases(context, groups, taken);
}

/** False for a name that LiteLLM's lists leave out: none of its deployments is discoverable. */
function readListed({ findings }: LitellmContext, deployments: readonly Deployment[]): false | undefined {
  const nodes = deployments.map(({ node }) => node.at('model_info').at('discoverable'));
  const isHidden = nodes.every(({ flag }) => flag === false);
  for (const node of nodes) {
    if (isHidden || node.flag !== false) findings.exact(node, 'Became `listed`.');
    else findings.approximate(node, 'Lists show the name, which has other deployments.');
  }
  return isHidden ? false : undefined;
}

function balance(
  { findings }: LitellmContext,
  targets: readonly (readonly [Deployment, TargetDraft])[],
  strategy: RouteDraft['strategy'],
): Pick<RouteDraft, 'strategy' | 'targets'> {
  const hasOrder = targets.some(([{ order }]) => order !== undefined);
  for (const [{ node, weight }] of targets) {
    const params = node.at('litellm_params');
    findings.approximate(
      params.at('order'),
      'Targets are tried in this order. Those with the same number are not balanced.',
    );
    if (strategy !== 'weighted' || hasOrder) {
      findings.unsupported(params.at('weight'), 'Weights count only for the strategy `weighted`.');
      continue;
    }
    const counted = ['weight', 'rpm', 'tpm'].map((name) => params.at(name)).find(({ number }) => number === weight);
    if (params.at('weight').exists) findings.exact(params.at('weight'), 'Became the weight of the target.');
    else if (counted !== undefined)
      findings.manual(counted, 'Became the weight of the target. To limit it too, add a rate limit policy.');
  }
  if (hasOrder) {
    const ordered = targets.toSorted(([one], [other]) => (one.order ?? Infinity) - (other.order ?? Infinity));
    return { strategy: 'failover', targets: ordered.map(([, target]) => target) };
  }
  const weights = targets.map(([{ weight }]) => (weight === undefined || weight < 0 ? undefined : weight));
  const areUseful = strategy === 'weighted' && weights.some((weight) => weight !== undefined && weight > 0);
  return {
    strategy,
    targets: targets.map(([, target], index) => (areUseful ? { ...target, weight: weights[index] ?? 1 } : target)),
  };
}

function noteLoneSettings({ findings }: LitellmContext, { node }: Deployment): void {
  const params = node.at('litellm_params');
  findings.exact(params.at('weight'), 'The name has one deployment, which gets every request.');
  findings.exact(params.at('order'), 'The name has one deployment, which gets every request.');
}

function readStrategy({ root, findings }: LitellmContext): RouteDraft['strategy'] {
  const settings = root.at('router_settings');
  const node = settings.at('routing_strategy');
  const strategy = node.text === undefined ? 'weighted' : STRATEGIES[node.text];
  findings.approximate(settings.at('routing_strategy_args'), 'The time that latencies are averaged over is fixed.');
  if (strategy !== undefined) {
    findings.exact(node, `Became the strategy \`${strategy}\`.`);
    return strategy;
  }
  findings.approximate(node, 'There is no such strategy. Targets are chosen by weight.');
  return 'weighted';
}

/** Attempts after the first one, which virtual models make. */
function readRetry({ root, findings }: LitellmContext): RouteDraft['retry'] {
  for (const section of ['router_settings', 'litellm_settings']) {
    const node = root.at(section).at('num_retries');
    const { number } = node;
    if (number === undefined || number < 0) continue;
    findings.approximate(
      node,
      'Became `retry.attempts` of the virtual models, at most 10. Other models are called once.',
    );
    return { attempts: Math.min(10, Math.round(number)) };
  }
  return undefined;
}

type Fallbacks = Map<string, readonly string[]>;

function readFallbacks(
  { root, findings }: LitellmContext,
  groups: ReadonlyMap<string, readonly Deployment[]>,
): Fallbacks {
  const fallbacks: Fallbacks = new Map();
  const typeOf = (name: string): string => groups.get(name)?.[0]?.model.type ?? 'chat';
  const add = (name: string, node: SourceNode): void => {
    const found = [...new Set(node.texts)].filter((each) => groups.has(each) && each !== name);
    const known = found.filter((each) => typeOf(each) === typeOf(name));
    if (found.length > known.length) {
      findings.manual(node, 'Models answer for models of their own type alone: the others were left out.');
      if (known.length === 0) return;
    }
    if (!groups.has(name) || known.length === 0) {
      findings.manual(node, 'These names were not imported as models.');
      return;
    }
    if (known.length < node.texts.length)
      findings.manual(node, 'Some of these names were not imported as models: they were left out.');
    else
      findings.approximate(
        node,
        'Became a virtual model with the strategy `failover`. Fallbacks of fallbacks are not tried.',
      );
    if (!fallbacks.has(name)) fallbacks.set(name, known);
  };
  const defaults: SourceNode[] = [];
  for (const section of ['router_settings', 'litellm_settings']) {
    const settings = root.at(section);
    for (const [name, node] of settings.at('fallbacks').items.flatMap(({ entries }) => entries)) {
      if (name === '*') defaults.push(node);
      else add(name, node);
    }
    if (settings.at('default_fallbacks').exists) defaults.push(settings.at('default_fallbacks'));
    for (const kind of ['context_window_fallbacks', 'content_policy_fallbacks']) {
      findings.manual(
        settings.at(kind),
        'Failover does not look at why a provider rejects a request. Use a virtual model, or let clients choose the larger model.',
      );
    }
  }
  for (const node of defaults) {
    const names = [...groups.keys()].filter(
      (name) => !fallbacks.has(name) && node.texts.some((each) => each !== name && typeOf(each) === typeOf(name)),
    );
    for (const name of names) add(name, node);
    findings.approximate(node, 'Models with fallbacks of their own keep those.');
  }
  return fallbacks;
}

/**
 * Each alias is a virtual model: who may use it may not use its model by name, as at LiteLLM. There, who may use the model
 * may use the alias too.
 */
function addAliases(
  { root, findings, draft }: LitellmContext,
  groups: ReadonlyMap<string, unknown>,
  taken: Set<string>,
): void {
  for (const [alias, node] of root.at('router_settings').at('model_group_alias').entries) {
    const target = node.text ?? node.at('model').text;
    if (target === undefined || !groups.has(target) || taken.has(alias) || !isModelName(alias)) {
      findings.manual(node, 'The alias is taken, or its model was not imported.');
      continue;
    }
    taken.add(alias);
    const listed = node.at('hidden').flag === true ? false : undefined;
    draft.virtualModels.push({ name: alias, listed, strategy: 'failover', targets: [{ model: target }] });
    const what = listed === false ? 'a virtual model that lists leave out' : 'a virtual model';
    findings.approximate(node, `Became ${what}. Teams with a list of models name it in \`allowed_models\`.`);
  }
}
