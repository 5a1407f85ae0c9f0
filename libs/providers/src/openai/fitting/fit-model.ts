import type { ChatRequest } from '@multilane/contracts';
import type { ModelFacts } from '../../model-facts.js';
import type { Losses } from '../../shared/losses.js';
import { nearestEffort } from '../../shared/models/fit-effort.js';
import { limitOutput, listRefused, takesSampling } from '../../shared/models/model-limits.js';
import { isDefaultValue } from '../../shared/models/parameter-defaults.js';
import type { WireQuirks } from '../../wire-quirks.js';

/**
 * Brings a body of chat completions into what its model takes: other names, the nearest values, and members left out. A
 * member that asks for something is declared. Members that may not be left out have been rejected before. Changes
 * `body`.
 */
export function fitModel(
  body: ChatRequest,
  tokenLimit: WireQuirks['tokenLimit'],
  facts: ModelFacts,
  losses: Losses,
): void {
  fitEffort(body, facts, losses);
  fitSampling(body, facts, losses);
  fitTools(body, facts, losses);
  for (const name of listRefused(body, facts)) leaveOut(body, name, losses);
  fitLimits(body, facts.tokenLimit ?? tokenLimit, facts, losses);
}

/** Members are removed by setting them to undefined, which JSON.stringify leaves out. */
function leaveOut(body: ChatRequest, name: string, losses: Losses): void {
  if (body[name] === undefined) return;
  if (!isUsual(name, body[name])) losses.lose(name);
  body[name] = undefined;
}

/** Sampling at 1 is what happens without it, and no stop sequence stops nothing. */
function isUsual(name: string, value: unknown): boolean {
  if (isDefaultValue(name, value)) return true;
  if (name === 'stop') return Array.isArray(value) && value.length === 0;
  return (name === 'temperature' || name === 'top_p') && value === 1;
}

function fitEffort(body: ChatRequest, facts: ModelFacts, losses: Losses): void {
  if (facts.toolsNeedResponses && body.tools?.length) {
    // Its chat completions take tools without reasoning alone.
    if ((body.reasoning_effort ?? facts.defaultEffort ?? 'none') !== 'none') losses.lose('reasoning_effort');
    body.reasoning_effort = 'none';
    return;
  }
  const { reasoning_effort: effort } = body;
  if (effort === undefined || effort === null) return;
  if (facts.efforts !== undefined) {
    const nearest = nearestEffort(effort, facts.efforts);
    if (nearest !== effort) losses.lose('reasoning_effort');
    body.reasoning_effort = nearest;
  }
  if (body.reasoning_effort !== 'none' || facts.thinkingOff !== 'disabled') return;
  body.reasoning_effort = undefined;
  body.thinking ??= { type: 'disabled' };
}

function fitSampling(body: ChatRequest, facts: ModelFacts, losses: Losses): void {
  if (!takesSampling(body, facts)) {
    leaveOut(body, 'temperature', losses);
    leaveOut(body, 'top_p', losses);
  } else if (facts.sampling === 'one' && (body.temperature ?? undefined) !== undefined) {
    leaveOut(body, 'top_p', losses);
  }
}

function fitTools(body: ChatRequest, { parallelCalls, forcedTools }: ModelFacts, losses: Losses): void {
  // One call at a time is what it makes anyway.
  if (parallelCalls === false) body.parallel_tool_calls = undefined;
  const { tool_choice: choice } = body;
  if (forcedTools !== false || choice === undefined || choice === null || choice === 'auto' || choice === 'none')
    return;
  losses.lose('tool_choice');
  body.tool_choice = 'auto';
}

/** Fits the limits of tokens: the newer one of two counts. */
function fitLimits(body: ChatRequest, name: WireQuirks['tokenLimit'], facts: ModelFacts, losses: Losses): void {
  const { max_tokens: older, max_completion_tokens: newer } = body;
  const limit = newer ?? older ?? undefined;
  if (limit === undefined) return;
  const given = (newer ?? undefined) === undefined ? 'max_tokens' : 'max_completion_tokens';
  const limited = limitOutput(limit, facts, losses, given);
  if (name === undefined) {
    if (limited !== limit) body[given] = limited;
    return;
  }
  if (typeof older === 'number' && older !== limit) losses.lose('max_tokens');
  body.max_tokens = undefined;
  body.max_completion_tokens = undefined;
  body[name] = limited;
}
