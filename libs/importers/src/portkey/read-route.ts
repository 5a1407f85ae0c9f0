import type { Findings } from '../findings.js';
import type { GatewayDraft, GuardrailDraft, RouteDraft, TargetDraft } from '../gateway-draft.js';
import { isModelName } from '../is-name.js';
import type { SourceNode } from '../source-node.js';
import { toSnakeCase } from '../to-snake-case.js';
import type { Variables } from '../variables.js';
import { lose, RESTRICTING } from './lose.js';
import { HOOK_NAMES, type ReadChecks, readChecks } from './read-checks.js';
import { readOverrides } from './read-overrides.js';
import { readProvider, slugsOf } from './read-provider.js';
import { type Choice, chooseTargets } from './read-strategy.js';
import { readCache, readRetry, readTimeouts, toMilliseconds } from './route-settings.js';
import type { StoredObjects } from './stored-objects.js';

interface Tools {
  readonly draft: GatewayDraft;
  readonly findings: Findings;
  readonly variables: Variables;
  readonly stored: StoredObjects;
  readonly defaultModel: string | undefined;
}

/** The settings of the levels around a target. */
interface Scope {
  readonly overrides: readonly SourceNode[];
  readonly lists: ReadChecks['lists'];
}

/** Targets of one level, and the models that they lead to in the end. */
interface ReadTargets {
  readonly targets: readonly TargetDraft[];
  readonly leaves: readonly string[];
  /** It was left out, and rejects some requests at Portkey: always with a final answer, or with a status that fallbacks may follow. */
  readonly gate?: 'final' | 'status' | undefined;
}

const NO_TARGETS: ReadTargets = { targets: [], leaves: [] };

/** Reads one config of Portkey and the targets within it. */
export class RouteReader {
  constructor(private readonly tools: Tools) {}

  /** Returns true for a config that became a routing config. */
  readConfig(node: SourceNode, name: string): boolean {
    const { draft, findings } = this.tools;
    const choice = chooseTargets(node, findings);
    const checks = readChecks(node, name, this.tools);
    this.noteOthers(node);
    const settings = {
      retry: readRetry(node, findings),
      cache: readCache(node, findings),
      timeouts: readTimeouts(node, findings),
    };
    const { targets, leaves } = this.readChosen(node, choice, name, { overrides: [], lists: checks.lists });
    this.guard(checks.guardrails, choice.kind === 'any' ? undefined : leaves);
    if (choice.kind === 'any') {
      // Requests name the model, and no list of a routing config looks at it.
      for (const list of checks.lists) lose(this.tools, list.node, 'Give teams these models in `allowed_models`.');
    } else if (choice.strategy === undefined || targets.length === 0) {
      if (targets.length === 0) {
        findings.manual(node.at('targets'), 'None of the targets could be imported. The config was left out.');
      }
      return false;
    }
    const guardrails = checks.guardrails.map((guardrail) => guardrail.name);
    draft.routingConfigs.push({
      name,
      strategy: choice.strategy ?? 'failover',
      targets,
      ...settings,
      guardrails: guardrails.length === 0 ? undefined : guardrails,
    });
    return true;
  }

  /** Adds guardrails for models; without a list of them, they apply to every request. */
  private guard(guardrails: readonly GuardrailDraft[], models: readonly string[] | undefined): void {
    if (models?.length === 0) return;
    this.tools.draft.guardrails.push(...guardrails.map((guardrail) => ({ ...guardrail, models })));
  }

  private readChosen(node: SourceNode, choice: Choice, name: string, scope: Scope): ReadTargets {
    if (choice.kind === 'any') return NO_TARGETS;
    if (choice.kind === 'itself') return this.readTarget(node, `${name}/1`, scope, true);
    const inner: Scope = { ...scope, overrides: [...scope.overrides, node.at('override_params')] };
    const places = new Map(node.at('targets').items.map((target, index) => [target.path, index + 1]));
    // Fallbacks that follow every failure follow rejected requests, too.
    const isChosen = node.at('strategy').at('on_status_codes').exists;
    const isFinal = ({ gate }: ReadTargets): boolean => gate === 'final' || (gate === 'status' && isChosen);
    const read: ReadTargets[] = [];
    for (const target of choice.targets) {
      if (choice.strategy === 'failover' && read.some(isFinal)) {
        const message = 'Only requests that pass the target before reach it, and that was left out. So was this one.';
        this.tools.findings.opensAccess(target, message);
        continue;
      }
      const place = `${name}/${places.get(target.path)}`;
      const isNested = target.at('targets').exists;
      read.push(isNested ? this.readNested(target, place, inner) : this.readTarget(target, place, inner));
    }
    const targets = read.flatMap((each) => each.targets);
    const gates = targets.length === 0 ? read.flatMap(({ gate }) => gate ?? []) : [];
    return {
      targets: fitWeights(targets, choice.strategy),
      leaves: read.flatMap(({ leaves }) => leaves),
      gate: gates.includes('final') ? 'final' : gates[0],
    };
  }

  /** Targets of a target are a virtual model. */
  private readNested(node: SourceNode, name: string, scope: Scope): ReadTargets {
    const { draft, findings } = this.tools;
    const choice = chooseTargets(node, findings);
    const checks = readChecks(node, name, this.tools);
    this.noteOthers(node);
    findings.approximate(node.at('cache'), 'The cache belongs to the whole config.');
    if (choice.kind !== 'targets' || choice.strategy === undefined) {
      const message = 'Any request would reach these targets, whose choice cannot be kept. They were left out.';
      findings.opensAccess(node, message);
      return { ...NO_TARGETS, gate: 'final' };
    }
    const { targets, leaves, gate } = this.readChosen(node, choice, name, {
      ...scope,
      lists: [...scope.lists, ...checks.lists],
    });
    this.guard(checks.guardrails, leaves);
    if (targets.length === 0) {
      findings.manual(node, 'None of the targets could be imported.');
      return { ...NO_TARGETS, gate };
    }
    const retry = readRetry(node, findings);
    draft.virtualModels.push({ name, internal: true, strategy: choice.strategy, targets, retry });
    return { targets: [{ model: name, weight: this.readWeight(node) }], leaves };
  }

  /** @param isConfig true for a config that is its own target, whose checks and settings were read */
  private readTarget(node: SourceNode, name: string, scope: Scope, isConfig = false): ReadTargets {
    const { draft, findings, defaultModel, stored } = this.tools;
    const overrides = readOverrides([...scope.overrides, node.at('override_params')]);
    const given = overrides.model ?? node.at('model');
    const provider = readProvider(node, this.tools, given);
    if (provider === undefined) {
      findings.manual(node, 'The provider of this target could not be imported.');
      return NO_TARGETS;
    }
    const checks = isConfig ? { guardrails: [], lists: [] } : readChecks(node, name, this.tools);
    const credential = stored.credential(...slugsOf(node, given.text));
    const plain = given.text?.replace(/^@[^/]+\//, '');
    const model = plain ?? node.at('azure_deployment_id').text ?? defaultModel;
    if (model === undefined || !isModelName(model)) {
      findings.manual(
        node,
        'The target names no model, since requests name it. Name one with `--model`, or add the models by hand.',
      );
      return NO_TARGETS;
    }
    for (const other of overrides.harmless) {
      findings.unsupported(other, 'Models have no default parameters. Clients send this parameter.');
    }
    for (const limit of overrides.limits) {
      findings.opensAccess(
        limit,
        'It replaces what requests ask for, and models have no such setting. The model was left out.',
      );
    }
    const isListed = [...scope.lists, ...checks.lists].every(({ allows }) => allows([model, given.text ?? model]));
    const isOfCredential = credential?.allows(model) ?? true;
    if (!isListed || !isOfCredential)
      findings.approximate(given.exists ? given : node, 'A list of models leaves it out.');
    if (overrides.limits.length > 0 || credential?.isClosed || !isListed || !isOfCredential) {
      return { ...NO_TARGETS, gate: 'status' };
    }

    draft.models.push({
      logical_name: name,
      internal: true,
      provider: draft.nameOfProvider(provider),
      upstream_model: model,
    });
    this.guard([...checks.guardrails, ...this.limitAnswers(name, overrides.ceiling)], [name]);
    findings.exact(given, 'Became the upstream model.');
    return { targets: [this.readTargetSettings(node, name, isConfig)], leaves: [name] };
  }

  private readTargetSettings(node: SourceNode, model: string, isConfig: boolean): TargetDraft {
    const { findings } = this.tools;
    const timeout = isConfig ? undefined : toMilliseconds(node.at('request_timeout'));
    if (!isConfig) {
      this.noteOthers(node);
      if (timeout !== undefined) findings.exact(node.at('request_timeout'), 'Became the time limit of the target.');
      findings.approximate(node.at('name'), 'Targets are named by their places.');
      findings.approximate(node.at('retry'), 'Retries belong to the whole route.');
      findings.approximate(node.at('cache'), 'The cache belongs to the whole config.');
    }
    return { model, weight: this.readWeight(node), timeout_ms: timeout };
  }

  /** Answers of more tokens than a target is asked for are refused. */
  private limitAnswers(model: string, ceiling: SourceNode | undefined): GuardrailDraft[] {
    const limit = ceiling?.number;
    if (ceiling === undefined || limit === undefined) return [];
    const message = 'Became a guardrail: longer answers are refused. Clients send this parameter, to get shorter ones.';
    this.tools.findings.approximate(ceiling, message);
    const config = { limit: Math.floor(limit) };
    return [{ name: `${model}: tokens of answers`, phase: 'after', mode: 'enforce', kind: 'max_tokens', config }];
  }

  private readWeight(node: SourceNode): number | undefined {
    const weight = node.at('weight');
    if (weight.number === undefined || weight.number < 0) return undefined;
    this.tools.findings.exact(weight, 'Became the weight of the target.');
    return weight.number;
  }

  private noteOthers(node: SourceNode): void {
    const { findings } = this.tools;
    findings.unsupported(node.at('forward_headers'), 'Headers of clients are not forwarded.');
    findings.unsupported(node.at('metadata'), 'Metadata comes with requests.');
    findings.approximate(node.at('strict_open_ai_compliance'), 'Answers always follow the format of the endpoint.');
    findings.unsupported(node.at('custom_headers'), 'Set `headers` of the provider.');
    for (const [key, other] of node.entries) {
      const name = toSnakeCase(key);
      const isRead = HOOK_NAMES.has(name) && other.path === node.at(name).path;
      if (!isRead && RESTRICTING.test(name) && other.exists)
        lose(this.tools, other, 'The importer does not know this setting, whose name says that it restricts.');
    }
  }
}

/** Weights count where the strategy is by weight, and leave something to choose. */
function fitWeights(targets: readonly TargetDraft[], strategy: RouteDraft['strategy'] | undefined): TargetDraft[] {
  return targets.map(({ weight, ...target }) => ({ ...target, weight: strategy === 'weighted' ? weight : undefined }));
}
