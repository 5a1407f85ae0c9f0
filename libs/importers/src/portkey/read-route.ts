import type { Findings } from '../findings.js';
import type { GatewayDraft, RouteDraft, TargetDraft } from '../gateway-draft.js';
import { isModelName } from '../is-name.js';
import type { SourceNode } from '../source-node.js';
import type { Variables } from '../variables.js';
import { readChecks } from './read-checks.js';
import { readProvider } from './read-provider.js';

interface Tools {
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly variables: Variables;
  readonly defaultModel: string | undefined;
}

const STRATEGIES: Readonly<Record<string, RouteDraft['strategy']>> = {
  loadbalance: 'weighted',
  fallback: 'failover',
  single: 'failover',
};

const TARGET_SETTINGS = ['provider', 'virtual_key', 'api_key'];

type Settings = Pick<RouteDraft, 'retry' | 'cache' | 'timeouts' | 'guardrails'>;

/** Reads one config of Portkey and the targets within it. */
export class RouteReader {
  constructor(private readonly tools: Tools) {}

  readConfig(node: SourceNode, name: string): void {
    const { draft, findings } = this.tools;
    findings.exact(node.at('name'), 'The name of the routing config.');
    const settings = this.readOwnSettings(node, name, 'config');
    const strategy = this.readStrategy(node);
    if (strategy === undefined) {
      // The targets are of use, the choice among them is not ours to make.
      for (const [index, target] of node.at('targets').items.entries()) this.readTarget(target, `${name}/${index + 1}`);
      return;
    }
    const targets = node.at('targets').exists ? this.readTargets(node, name) : this.readLone(node, name);
    draft.routingConfigs.push({ name, strategy, targets: this.fit(targets, strategy), ...settings });
    // Without models they would apply to every request, not to this config alone.
    for (const guardrail of draft.guardrails) {
      if (settings.guardrails?.includes(guardrail.name) && targets.length > 0) {
        guardrail.models = targets.map(({ model }) => model);
      }
    }
    this.noteOthers(node);
  }

  private readLone(node: SourceNode, name: string): TargetDraft[] {
    if (!TARGET_SETTINGS.some((setting) => node.at(setting).exists)) return [];
    const target = this.readTarget(node, `${name}/1`);
    return target === undefined ? [] : [target];
  }

  private readTargets(node: SourceNode, name: string): TargetDraft[] {
    return node.at('targets').items.flatMap((target, index) => {
      const inner = `${name}/${index + 1}`;
      return (target.at('targets').exists ? this.readNested(target, inner) : this.readTarget(target, inner)) ?? [];
    });
  }

  /** Targets of a target are a virtual model. */
  private readNested(node: SourceNode, name: string): TargetDraft | undefined {
    const { draft, findings } = this.tools;
    const strategy = this.readStrategy(node) ?? 'failover';
    const targets = this.readTargets(node, name);
    const { retry } = this.readOwnSettings(node, name, 'nested');
    this.noteOthers(node);
    if (targets.length === 0) {
      findings.manual(node, 'None of the targets could be imported.');
      return undefined;
    }
    draft.virtualModels.push({ name, internal: true, strategy, targets: this.fit(targets, strategy), retry });
    return { model: name, weight: this.readWeight(node) };
  }

  private readTarget(node: SourceNode, name: string): TargetDraft | undefined {
    const { draft, findings, defaultModel } = this.tools;
    const provider = readProvider(node, this.tools);
    if (provider === undefined) {
      findings.manual(node, 'The provider of this target could not be imported.');
      return undefined;
    }
    const given = node.at('override_params').at('model').exists
      ? node.at('override_params').at('model')
      : node.at('model');
    const deployment = node.at('azure_deployment_id').text;
    const model = given.text ?? deployment ?? defaultModel;
    const providerName = draft.nameOfProvider(provider);
    if (model === undefined || !isModelName(model)) {
      findings.manual(
        node,
        'The target names no model, since requests name it. Name one with `--model`, or add the models by hand.',
      );
      return undefined;
    }
    const timeout = node.at('request_timeout').number;
    draft.models.push({ logical_name: name, internal: true, provider: providerName, upstream_model: model });
    findings.exact(given, 'Became the upstream model.');
    for (const [key, other] of node.at('override_params').entries) {
      if (key !== 'model')
        findings.unsupported(other, 'Models have no default parameters. Clients send this parameter.');
    }
    this.noteOthers(node);
    const isTime = timeout !== undefined && timeout >= 1 && timeout <= 2_147_483_647;
    if (isTime) findings.exact(node.at('request_timeout'), 'Became the time limit of the target.');
    findings.approximate(node.at('retry'), 'Retries belong to the whole route.');
    findings.approximate(node.at('cache'), 'The cache belongs to the whole config.');
    return { model: name, weight: this.readWeight(node), timeout_ms: isTime ? Math.round(timeout) : undefined };
  }

  private readWeight(node: SourceNode): number | undefined {
    const weight = node.at('weight');
    if (weight.number === undefined || weight.number < 0) return undefined;
    this.tools.findings.exact(weight, 'Became the weight of the target.');
    return weight.number;
  }

  /** Weights count where the strategy is by weight, and leave something to choose. */
  private fit(targets: readonly TargetDraft[], strategy: RouteDraft['strategy']): TargetDraft[] {
    const areUseful = strategy === 'weighted' && targets.some(({ weight }) => weight !== 0);
    return targets.map(({ weight, ...target }) => ({ ...target, weight: areUseful ? weight : undefined }));
  }

  /** Undefined for a strategy that chooses by conditions. */
  private readStrategy(node: SourceNode): RouteDraft['strategy'] | undefined {
    const { findings } = this.tools;
    const strategy = node.at('strategy');
    const mode = strategy.at('mode');
    if (!strategy.exists) return 'failover';
    const found = mode.text === undefined ? undefined : STRATEGIES[mode.text];
    if (found !== undefined) {
      findings.exact(mode, `Became the strategy \`${found}\`.`);
      return found;
    }
    findings.manual(
      strategy,
      'Requests are not routed by conditions. The targets are internal models: name them in virtual models or routing configs.',
    );
    return undefined;
  }

  private readOwnSettings(node: SourceNode, name: string, place: 'config' | 'nested'): Settings {
    const { draft, findings, variables } = this.tools;
    const settings = { retry: this.readRetry(node), cache: this.readCache(node), timeouts: this.readTimeouts(node) };
    if (place === 'nested') {
      findings.approximate(node.at('cache'), 'The cache belongs to the whole config.');
      return settings;
    }
    const guardrails = readChecks(node, name, { draft, findings, variables });
    return { ...settings, guardrails: guardrails.length === 0 ? undefined : guardrails };
  }

  private readRetry(node: SourceNode): RouteDraft['retry'] {
    const { findings } = this.tools;
    const retry = node.at('retry');
    const statuses = [node.at('strategy').at('on_status_codes'), retry.at('on_status_codes')];
    const on = [...new Set(statuses.flatMap((each) => each.items.flatMap(({ number }) => number ?? [])))].filter(
      (status) => Number.isInteger(status) && status >= 400 && status <= 599,
    );
    for (const each of statuses)
      findings.approximate(each, 'Became `retry.on`, which decides on retries and failover alike.');
    const attempts = retry.at('attempts').number;
    findings.approximate(
      retry.at('attempts'),
      'Became `retry.attempts`, at most 10: attempts at this target or another.',
    );
    findings.exact(retry.at('use_retry_after_header'), 'Retry-After of providers is followed.');
    if (attempts === undefined && on.length === 0) return undefined;
    return {
      ...(attempts === undefined || attempts < 0 ? {} : { attempts: Math.min(10, Math.round(attempts)) }),
      ...(on.length === 0 ? {} : { on }),
    };
  }

  private readCache(node: SourceNode): RouteDraft['cache'] {
    const { findings } = this.tools;
    const cache = node.at('cache');
    if (!cache.exists) return undefined;
    const mode = cache.at('mode');
    if (mode.text === 'semantic') findings.approximate(mode, 'Only identical requests are answered from the cache.');
    else findings.exact(mode.exists ? mode : cache, 'Became the cache of the routing config.');
    const age = cache.at('max_age').number;
    const isAge = age !== undefined && age >= 1;
    if (isAge) findings.exact(cache.at('max_age'), 'Became `cache.ttl_seconds`.');
    return { enabled: true, ttl_seconds: isAge ? Math.round(age) : undefined };
  }

  private readTimeouts(node: SourceNode): RouteDraft['timeouts'] {
    const timeout = node.at('request_timeout');
    const { number } = timeout;
    if (number === undefined || number < 1 || number > 2_147_483_647) return undefined;
    this.tools.findings.approximate(
      timeout,
      'Became `timeouts.total_ms`: it applies to responses that are not streamed.',
    );
    return { total_ms: Math.round(number) };
  }

  private noteOthers(node: SourceNode): void {
    const { findings } = this.tools;
    findings.unsupported(node.at('forward_headers'), 'Headers of clients are not forwarded.');
    findings.unsupported(node.at('metadata'), 'Metadata comes with requests.');
    findings.approximate(node.at('strict_open_ai_compliance'), 'Answers always follow the format of the endpoint.');
    findings.unsupported(node.at('custom_headers'), 'Set `headers` of the provider.');
  }
}
