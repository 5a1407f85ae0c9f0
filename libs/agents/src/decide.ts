import { AGENT_BOUNDS, type AgentCaps } from './definition.js';
import type { RunState, RunUsage, StopReason, ToolCallState } from './run-state.js';

/** Next step of a run. */
export type Decision<Call extends ToolCallState = ToolCallState> =
  | { readonly next: 'ask_model' }
  /** Nothing keeps these calls from being made, all at once. */
  | { readonly next: 'call_tools'; readonly calls: readonly Call[] }
  | { readonly next: 'stop'; readonly reason: StopReason };

/**
 * Decides the next step of a run from its state (docs/contract/agents.md#runs). A limit that is reached stops the run
 * with that reason, before anything else is asked or called: calls of the last step that `max_steps` allows are not
 * made, since no model would read their results.
 */
export function decide<Call extends ToolCallState>({
  definition,
  isCancelled,
  turns,
  used,
}: RunState<Call>): Decision<Call> {
  if (isCancelled) return stop('cancelled');
  const last = turns.at(-1);
  if (last !== undefined && last.calls.length === 0) return stop('completed');
  if (turns.length >= definition.max_steps) return stop('max_steps');
  const reached = findReachedCap(definition.caps, used);
  if (reached !== undefined) return stop(reached);
  if (last === undefined) return { next: 'ask_model' };
  const due = last.calls.filter(({ status }) => status === 'due');
  if (due.length > 0) return { next: 'call_tools', calls: due };
  if (last.calls.some(({ status }) => status === 'awaiting_approval')) return stop('awaiting_approval');
  return isTooLong(turns) ? stop('budget') : { next: 'ask_model' };
}

/** The caps of a run that another one calls: its own, and no more than the other one has left. */
export function narrowCaps(own: AgentCaps, parent: AgentCaps, used: RunUsage): AgentCaps {
  return {
    cost_usd: least(own.cost_usd, parent.cost_usd === null ? null : parent.cost_usd - used.costUsd),
    tokens: least(own.tokens, parent.tokens === null ? null : parent.tokens - used.tokens),
    seconds: Math.min(own.seconds, parent.seconds - used.activeMs / 1_000),
    tool_calls: Math.min(own.tool_calls, parent.tool_calls - used.toolCalls),
  };
}

function stop(reason: StopReason): { readonly next: 'stop'; readonly reason: StopReason } {
  return { next: 'stop', reason };
}

function findReachedCap(caps: AgentCaps, used: RunUsage): 'budget' | 'time' | undefined {
  if (used.activeMs >= caps.seconds * 1_000) return 'time';
  const isSpent =
    (caps.cost_usd !== null && used.costUsd >= caps.cost_usd) ||
    (caps.tokens !== null && used.tokens >= caps.tokens) ||
    used.toolCalls >= caps.tool_calls;
  return isSpent ? 'budget' : undefined;
}

function isTooLong(turns: RunState['turns']): boolean {
  let characters = 0;
  for (const { calls, content } of turns) {
    characters += content?.length ?? 0;
    for (const call of calls) characters += call.arguments.length + (call.result?.length ?? 0);
  }
  return characters > AGENT_BOUNDS.transcript;
}

function least(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
