import type {
  ChatCompletion,
  ChatMessage,
  ChunkDelta,
  ResponsesRequest,
  ResponsesResponse,
} from '@multilane/contracts';
import type { AnswerFacts } from '../descriptor.js';
import { AnswerBuilder } from './build-answer.js';
import { buildResponse } from './build-response.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';
import { readLogprobs } from './read-logprobs.js';
import { flattenTools } from './request/flatten-tools.js';

/** The response that a completion of chat says: the same items that its stream would have made. */
export function fromChat(
  completion: ChatCompletion,
  request: Readonly<ResponsesRequest>,
  facts: AnswerFacts,
): ResponsesResponse {
  const [choice] = completion.choices;
  const builder = new AnswerBuilder(flattenTools(request), facts.idSeed, ignore);
  if (choice) builder.take(toDelta(choice.message), readLogprobs(choice.logprobs));
  const ending = mapFinishReason(choice?.finish_reason);
  builder.close(ending.status);
  return buildResponse(request, facts, {
    ...ending,
    error: null,
    model: completion.model,
    output: builder.output,
    usage: mapUsage(completion.usage),
    serviceTier: completion.service_tier,
  });
}

function toDelta({ content, tool_calls: calls, ...rest }: ChatMessage): ChunkDelta {
  return {
    ...rest,
    // Answers have no parts; a provider that sends some says what their texts say.
    content: Array.isArray(content) ? content.map((part) => (part.type === 'text' ? part.text : '')).join('') : content,
    ...(calls ? { tool_calls: calls.map((call, index) => ({ ...call, index })) } : {}),
  } as ChunkDelta;
}

function ignore(): void {}
