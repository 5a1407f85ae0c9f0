import { EVAL_BOUNDS, readArguments, type ToolCall } from '@multilane/evals';
import { CHAT } from '../../endpoints/chat/chat.endpoint.js';
import { askModel } from '../../knowledge/ask-model.js';
import { type Answered, type EvalParts, TargetFailure, type UnitAttempt, WITHOUT_CACHE } from './eval-parts.js';

interface ChatAnswer {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null; readonly tool_calls?: unknown };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

/** Asks a chat model, without the cache. */
export async function askChat(
  { services }: Pick<EvalParts, 'services'>,
  request: object,
  { admission, run, signal }: Pick<UnitAttempt, 'admission' | 'run' | 'signal'>,
  requestId: string,
): Promise<Answered> {
  let costUsd: number | null = null;
  const startedAt = performance.now();
  const answer = await askModel(CHAT, request, {
    services,
    admission,
    requestId,
    clientAddress: run.clientAddress,
    headers: WITHOUT_CACHE,
    signal,
    onHeaders: ({ 'x-service-cost': cost }) => {
      costUsd = cost === undefined ? null : Number(cost);
    },
  });
  const latencyMs = performance.now() - startedAt;
  const { choices = [], usage } = Object(answer) as ChatAnswer;
  const [choice] = choices;
  if (choice?.message === undefined) throw new TargetFailure('provider_error', 'The model returned no answer.');
  const { content, tool_calls: calls } = choice.message;
  const text = typeof content === 'string' ? content : '';
  const toolCalls = Array.isArray(calls) ? calls.map(readCall) : [];
  checkSize(text, toolCalls);
  return {
    text,
    toolCalls,
    latencyMs,
    costUsd,
    promptTokens: usage?.prompt_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? 0,
    finishReason: choice.finish_reason ?? null,
    agentRunId: null,
    workflowRunId: null,
  };
}

/** @throws TargetFailure for an answer that is too large to be stored and graded */
export function checkSize(text: string, toolCalls: readonly ToolCall[]): void {
  if (text.length > EVAL_BOUNDS.answer) {
    throw new TargetFailure('answer_too_large', `The answer has more than ${EVAL_BOUNDS.answer} characters.`);
  }
  const isTooMany = toolCalls.length > EVAL_BOUNDS.toolCalls;
  if (isTooMany || JSON.stringify(toolCalls).length > EVAL_BOUNDS.answer) {
    throw new TargetFailure('answer_too_large', 'The tool calls of the answer are too many or too large.');
  }
}

function readCall(call: unknown): ToolCall {
  const { function: named } = Object(call) as { function?: { name?: unknown; arguments?: unknown } };
  return { name: String(named?.name ?? ''), arguments: readArguments(named?.arguments) };
}
