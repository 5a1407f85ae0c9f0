import type { Findings } from '../findings.js';
import type { RouteDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';

const STRATEGIES: Readonly<Record<string, RouteDraft['strategy']>> = {
  loadbalance: 'weighted',
  fallback: 'failover',
  single: 'failover',
};

const TARGET_SETTINGS = ['provider', 'virtual_key', 'api_key', 'override_params'];

/**
 * The targets of a config or a target: `targets`, without a strategy if the choice among them cannot be kept; the config `itself`; or `any`
 * model that requests name.
 */
export type Choice =
  | {
      readonly kind: 'targets';
      readonly strategy: RouteDraft['strategy'] | undefined;
      readonly targets: readonly SourceNode[];
    }
  | { readonly kind: 'itself'; readonly strategy: 'failover' }
  | { readonly kind: 'any'; readonly strategy: 'failover' };

/** The targets that Portkey asks (https://portkey.ai/docs/product/ai-gateway/configs, and `tryTargetsRecursively` of its gateway). */
export function chooseTargets(node: SourceNode, findings: Findings): Choice {
  const strategy = node.at('strategy');
  const { items } = node.at('targets');
  if (!strategy.exists) {
    if (TARGET_SETTINGS.some((setting) => node.at(setting).exists)) {
      findings.approximate(node.at('targets'), 'Without a strategy, Portkey asks none of these. They were left out.');
      return { kind: 'itself', strategy: 'failover' };
    }
    if (!node.at('targets').exists) return { kind: 'any', strategy: 'failover' };
    findings.manual(node.at('targets'), `Without a strategy, Portkey asks none of these. ${UNROUTED}`);
    return { kind: 'targets', strategy: undefined, targets: items };
  }
  const mode = strategy.at('mode');
  const found = mode.text !== undefined && Object.hasOwn(STRATEGIES, mode.text) ? STRATEGIES[mode.text] : undefined;
  if (found === undefined) {
    findings.manual(strategy, `Requests are not routed by conditions. ${UNROUTED}`);
    return { kind: 'targets', strategy: undefined, targets: items };
  }
  findings.approximate(strategy.at('sticky'), 'Sessions keep their target by `X-Session-Id`.');
  if (mode.text === 'loadbalance') return { kind: 'targets', strategy: found, targets: balance(items, mode, findings) };
  if (mode.text === 'fallback') {
    findings.approximate(mode, 'Became the strategy `failover`, which follows the failures in `retry.on`.');
    return { kind: 'targets', strategy: found, targets: items };
  }
  findings.exact(mode, `Became the strategy \`${found}\`.`);
  for (const target of items.slice(1)) {
    findings.approximate(target, 'The mode `single` asks the first target alone. This one was left out.');
  }
  return { kind: 'targets', strategy: found, targets: items.slice(0, 1) };
}

const UNROUTED = 'The targets are internal models: name them in virtual models or routing configs.';

/** Targets without weight are never asked. */
function balance(items: readonly SourceNode[], mode: SourceNode, findings: Findings): readonly SourceNode[] {
  findings.approximate(mode, 'Became the strategy `weighted`. A target that fails is followed by another one.');
  const isAsked = (target: SourceNode): boolean => (target.at('weight').number ?? 1) > 0;
  for (const target of items) {
    if (!isAsked(target)) findings.approximate(target, 'Without weight, it is never asked. It was left out.');
  }
  return items.filter(isAsked);
}
