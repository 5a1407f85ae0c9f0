import type { CountTokensRequest, MessageOutputConfig, MessageThinking } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import type { ModelFacts } from '../model-facts.js';
import type { Losses } from './losses.js';
import { nearestEffort } from './models/fit-effort.js';

const K = 1024;

/** Efforts for budgets, the largest first (docs/contract/translation.md#thinking). */
const EFFORTS = [
  [32 * K, 'xhigh'],
  [16 * K, 'high'],
  [8 * K, 'medium'],
] as const;

/** Budgets for efforts. */
const BUDGETS: Readonly<Record<string, number>> = {
  low: 2 * K,
  medium: 8 * K,
  high: 16 * K,
  xhigh: 32 * K,
  max: 48 * K,
};

/** Members with what they are changed to; undefined leaves one out. */
type Changes = Record<string, unknown>;

/**
 * A request in the provider's own words, brought into what its model takes: clients know the model by a name of the
 * operator's. Thinking is said in the model's own way, sampling that it rejects is left out, and so is a choice that
 * forces a call. Losses are declared. The same request comes back where nothing is to change; it is never mutated.
 */
export function fitNativeRequest<Request extends CountTokensRequest>(
  request: Readonly<Request>,
  target: ProviderTarget,
  losses: Losses,
): Readonly<Request> {
  const { facts } = target;
  if (facts === undefined) return request;
  const changes: Changes = {};
  fitThinking(request, target.thinking ?? facts.thinking, facts, changes, losses);
  if (facts.nativeEffort === false) leaveOutEffort(request, changes, losses);
  if (facts.sampling === 'none') leaveOutSampling(request, changes, losses);
  if (facts.sampling === 'one') chooseOne(request, changes, losses);
  if (facts.forcedTools === false) allowChoice(request, changes, losses);
  const { max_tokens: limit } = request as { max_tokens?: unknown };
  if (typeof limit === 'number' && facts.maxOutput !== undefined && limit > facts.maxOutput) {
    changes.max_tokens = facts.maxOutput;
    losses.lose('max_tokens');
  }
  return Object.keys(changes).length === 0 ? request : { ...request, ...changes };
}

function fitThinking(
  request: Readonly<CountTokensRequest>,
  mode: ModelFacts['thinking'],
  facts: ModelFacts,
  changes: Changes,
  losses: Losses,
): void {
  const { thinking, output_config: output } = request;
  if (mode === 'none') leaveOutThinking(thinking, output, changes, losses);
  else if (mode === 'budget') useBudget(request, changes, losses);
  else if (mode !== 'adaptive') return;
  else if (thinking?.type === 'enabled' && facts.takesBudgets !== true)
    useEffort(thinking, output, facts, changes, losses);
  else if (thinking?.type === 'disabled' && (facts.thinkingOff ?? 'disabled') !== 'disabled') {
    turnOff(output, facts, changes, losses);
  } else fitEffort(output, facts, changes, losses);
}

type Output = MessageOutputConfig | undefined;

/** Adaptive thinking of a model that takes budgets only. */
function useBudget(request: Readonly<CountTokensRequest>, changes: Changes, losses: Losses): void {
  const { thinking, output_config: output } = request;
  if (thinking?.type !== 'adaptive' && thinking?.type !== 'between_tools') return;
  const budget = limitBudget(
    BUDGETS[output?.effort ?? 'high'] ?? 16 * K,
    (request as { max_tokens?: unknown }).max_tokens,
  );
  const isOn = thinking.type === 'adaptive' && budget !== undefined;
  changes.thinking = isOn ? { type: 'enabled', budget_tokens: budget } : undefined;
  losses.lose('thinking');
}

/** The least that the provider takes. */
const LEAST_BUDGET = K;

/**
 * A budget is part of `max_tokens` and must be less ("`max_tokens` must be greater than `thinking.budget_tokens`"): half of them at the most
 * is thought, so that an answer fits in. Undefined where there is no room to think.
 */
function limitBudget(budget: number, limit: unknown): number | undefined {
  if (typeof limit !== 'number' || budget <= limit / 2) return budget;
  return limit > LEAST_BUDGET ? Math.max(LEAST_BUDGET, Math.floor(limit / 2)) : undefined;
}

/** A budget of a model that thinks adaptively only. */
function useEffort(
  { display, budget_tokens: budget }: MessageThinking,
  output: Output,
  { efforts }: ModelFacts,
  changes: Changes,
  losses: Losses,
): void {
  changes.thinking = { type: 'adaptive', ...(display ? { display } : {}) };
  const effort = output?.effort ?? chooseEffort(Number(budget ?? 0));
  // A budget that is an effort's own says the same.
  if (BUDGETS[effort] !== budget) losses.lose('thinking');
  setEffort(output, nearestEffort(effort, efforts ?? []) ?? effort, changes);
}

/** Thinking is off in the model's own way, or as little as can be. */
function turnOff(output: Output, { thinkingOff, efforts }: ModelFacts, changes: Changes, losses: Losses): void {
  losses.lose('thinking');
  changes.thinking = thinkingOff === 'never' ? undefined : { type: thinkingOff };
  if (thinkingOff === 'never') setEffort(output, efforts?.[0] ?? 'low', changes);
}

function fitEffort(output: Output, { efforts }: ModelFacts, changes: Changes, losses: Losses): void {
  const { effort } = output ?? {};
  if (typeof effort !== 'string' || efforts === undefined) return;
  const nearest = nearestEffort(effort, efforts);
  if (nearest === effort || nearest === undefined) return;
  losses.lose('output_config');
  setEffort(output, nearest, changes);
}

function chooseEffort(budget: number): string {
  return EFFORTS.find(([least]) => least <= budget)?.[1] ?? 'low';
}

function setEffort(output: Output, effort: string, changes: Changes): void {
  changes.output_config = { ...output, effort };
}

function leaveOutThinking(
  thinking: MessageThinking | undefined,
  output: Output,
  changes: Changes,
  losses: Losses,
): void {
  if (thinking !== undefined && thinking.type !== 'disabled') {
    changes.thinking = undefined;
    losses.lose('thinking');
  }
  leaveOutEffort({ output_config: output }, changes, losses);
}

function leaveOutEffort({ output_config: output }: { output_config?: Output }, changes: Changes, losses: Losses): void {
  if ((output?.effort ?? undefined) === undefined) return;
  const { effort, ...rest } = { ...output };
  changes.output_config = Object.keys(rest).length > 0 ? rest : undefined;
  // The size of the budget is lost with adaptive thinking.
  if (changes.thinking === undefined) losses.lose('output_config');
}

/** Value of sampling that is not stated. */
const DEFAULT = 1;

function leaveOutSampling(request: object, changes: Changes, losses: Losses): void {
  const { temperature, top_p: topP, top_k: topK } = request as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries({ temperature, top_p: topP, top_k: topK })) {
    if (value === undefined || value === null) continue;
    changes[name] = undefined;
    if (value !== DEFAULT || name === 'top_k') losses.lose(name);
  }
}

/** The temperature, unless it says nothing. */
function chooseOne(request: object, changes: Changes, losses: Losses): void {
  const { temperature, top_p: topP } = request as Readonly<Record<string, unknown>>;
  if (typeof temperature !== 'number' || typeof topP !== 'number') return;
  const left = temperature === DEFAULT && topP !== DEFAULT ? 'temperature' : 'top_p';
  changes[left] = undefined;
  if (temperature !== DEFAULT && topP !== DEFAULT) losses.lose('top_p');
}

function allowChoice({ tool_choice: choice }: Readonly<CountTokensRequest>, changes: Changes, losses: Losses): void {
  const type = (Object(choice) as { type?: unknown }).type;
  if (type !== 'any' && type !== 'tool') return;
  const { name, ...rest } = Object(choice) as Record<string, unknown>;
  changes.tool_choice = { ...rest, type: 'auto' };
  losses.lose('tool_choice');
}
