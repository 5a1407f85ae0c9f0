import { parseBoundedJson } from '@multilane/contracts';
import type { AgentRunEnd, AgentRunToWork, NewAgentStep, NewRunEvent } from '@multilane/persistence';
import type { CallContent, ModelContent } from './step-content.js';

/** Characters of a text in an event; the trace of the run has the whole. */
const SHOWN = 8_000;

export const shorten = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;

/** A run begins, or goes on after a break. */
export function describeBeginning({ agentId, agentName, depth, id, version }: AgentRunToWork): NewRunEvent {
  return { kind: 'run.started', data: { run_id: id, agent_id: agentId, agent: agentName, version, depth } };
}

/** Describes the steps of an answer: the answer itself, errors of calls that cannot be made, and calls that wait for a person. */
export function describeSteps(from: number, steps: readonly NewAgentStep[]): NewRunEvent[] {
  return steps.flatMap((step, at): NewRunEvent[] => {
    const position = from + at;
    if (step.kind === 'model') {
      const { content, finish_reason } = parseBoundedJson(step.content) as ModelContent;
      const { completionTokens, costUsd, promptTokens, requestId } = step;
      const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens, cost_usd: costUsd };
      const text = content === null ? null : shorten(content);
      return [
        {
          kind: 'model.answered',
          data: { position, model: step.name, content: text, finish_reason, usage, request_id: requestId },
        },
      ];
    }
    const { arguments: asked } = parseBoundedJson(step.content) as CallContent;
    const call = { position, tool: step.name, arguments: shorten(asked) };
    const events: NewRunEvent[] = [
      { kind: 'tool.requested', data: { ...call, requires_approval: step.status === 'awaiting_approval' } },
    ];
    if (step.status === 'finished')
      events.push(describeResult(position, step.name ?? '', step.result ?? '{}', step.isError));
    return events;
  });
}

export function describeResult(position: number, tool: string, result: string, isError: boolean): NewRunEvent {
  const { text = '' } = parseBoundedJson(result) as { text?: string };
  return { kind: 'tool.finished', data: { position, tool, is_error: isError, result: shorten(text) } };
}

export function describeEnd({ output, status, stopReason }: AgentRunEnd): NewRunEvent {
  const data = output === null ? null : (parseBoundedJson(output) as object);
  return { kind: 'run.ended', data: { status, stop_reason: stopReason, output: data } };
}
