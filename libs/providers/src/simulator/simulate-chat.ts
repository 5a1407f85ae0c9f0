import type { ChatRequest, Usage } from '@multilane/contracts';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { splitTokens } from './limit-text.js';
import { type PlannedAnswer, planAnswer, readLastUserText } from './plan-answer.js';
import {
  answerEvents,
  answerJson,
  findTrigger,
  MAX_ECHO_CHARACTERS,
  refuse,
  refuseLength,
  refuseOnTrigger,
  type SimulatedAnswer,
} from './simulated-answer.js';
import { nameToolCall, type SimulationFacts } from './simulation-facts.js';
import { streamAnswer } from './stream-answer.js';

/**
 * The built-in simulator: answers a chat request in the reference wire format, deterministically, so that tests and
 * newcomers need no provider. What it does with a request:
 *
 * - It answers `You said: <the last user message>`, streamed word by word; after tool results it quotes them.
 * - It calls the tools that the last user message names (`get_weather` or `get weather`), all of them unless
 *   `parallel_tool_calls` is false, and whatever `tool_choice` forces, with arguments made from their schemas. Once
 *   their results are there it answers with them, so that an agent's loop comes to its end.
 * - With `response_format` it answers `{"answer": …}` or an instance of the schema.
 * - It honours `stop`, `max_tokens` and `max_completion_tokens` (finish reason `length`), `n`, and
 *   `stream_options.include_usage`. A token is a word's next four characters; usage counts them.
 *
 * To test how failures are handled, name one of these as the model (`upstream_model`) or in the user message:
 *
 * - `simulator-error-429`: status 429 with `retry-after: 1`.
 * - `simulator-error-500`: status 500.
 * - `simulator-cut`: the stream closes in the middle without `[DONE]`; an answer that is not streamed breaks off.
 */
export function simulateChat(requestBody: string | object, facts: SimulationFacts): SimulatedAnswer {
  const request = readRequest(requestBody);
  if (request === undefined) return refuse(400, 'invalid_request_error', 'The request is not a chat request.');
  const trigger = findTrigger(request.model, readLastUserText(request.messages));
  const refusal = refuseOnTrigger(trigger);
  if (refusal !== undefined) return refusal;

  if (readLastUserText(request.messages).length * (request.n ?? 1) > MAX_ECHO_CHARACTERS) return refuseLength();
  const answer = planAnswer(request);
  const answers = Array.from({ length: request.n ?? 1 }, () => answer);
  const usage = countUsage(request, answers);
  const cut = trigger === 'simulator-cut';
  return request.stream === true
    ? answerEvents(streamAnswer(request, answers, usage, facts), cut)
    : answerJson(composeCompletion(request, answers, usage, facts), cut);
}

function readRequest(body: string | object): ChatRequest | undefined {
  try {
    const request: unknown = typeof body === 'string' ? parseBoundedJson(body) : body;
    return isRecord(request) && Array.isArray(request.messages) ? (request as ChatRequest) : undefined;
  } catch {
    return undefined;
  }
}

function composeCompletion(
  request: ChatRequest,
  answers: readonly PlannedAnswer[],
  usage: Usage,
  facts: SimulationFacts,
): object {
  const choices = answers.map((answer, index) => {
    const message =
      answer.kind === 'text'
        ? { role: 'assistant', content: answer.text, refusal: null }
        : {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: answer.calls.map((call, position) => ({
              id: nameToolCall(facts, index, position),
              type: 'function',
              function: call,
            })),
          };
    return {
      index,
      message,
      logprobs: null,
      finish_reason: answer.kind === 'text' ? answer.finishReason : answer.kind,
    };
  });
  const { id, created } = facts;
  return { id, object: 'chat.completion', created, model: request.model, choices, usage };
}

function countUsage(request: ChatRequest, answers: readonly PlannedAnswer[]): Usage {
  const prompt = countTokens(JSON.stringify(request.messages)) + countTokens(JSON.stringify(request.tools) ?? '');
  const completion = answers
    .map((answer) => (answer.kind === 'text' ? answer.text : JSON.stringify(answer.calls)))
    .reduce((sum, text) => sum + countTokens(text), 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function countTokens(text: string): number {
  return splitTokens(text).length;
}
