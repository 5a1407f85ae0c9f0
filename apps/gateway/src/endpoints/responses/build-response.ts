import {
  PROVIDER_KINDS,
  type ProviderGroup,
  type ResponsesRequest,
  type ResponsesResponse,
  type ResponsesTool,
} from '@multilane/contracts';
import type { AnswerFacts } from '../descriptor.js';
import { takesHints } from './request/leave-out-hints.js';

/** Members of an answer about its outcome, beside its settings. */
export type Outcome = Pick<
  ResponsesResponse,
  'status' | 'error' | 'incomplete_details' | 'model' | 'output' | 'usage'
> & { readonly serviceTier: unknown };

/** The response object: the outcome, and the settings of the request with the reference's defaults for those left out. */
export function buildResponse(
  request: Readonly<ResponsesRequest>,
  facts: AnswerFacts,
  outcome: Outcome,
): ResponsesResponse {
  const { serviceTier, ...said } = outcome;
  const group = groupOf(facts);
  return {
    id: `resp_${facts.idSeed}`,
    object: 'response',
    created_at: facts.created,
    completed_at: outcome.status === 'completed' ? facts.clock() : null,
    ...said,
    background: false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: {
      effort: request.reasoning?.effort ?? null,
      summary: request.reasoning?.summary ?? request.reasoning?.generate_summary ?? null,
    },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: serviceTier ?? tellTier(request, group),
    store: false,
    temperature: request.temperature ?? 1,
    top_p: request.top_p ?? 1,
    presence_penalty: request.presence_penalty ?? 0,
    frequency_penalty: request.frequency_penalty ?? 0,
    text: { format: echoFormat(request), verbosity: request.text?.verbosity ?? 'medium' },
    tool_choice: request.tool_choice ?? 'auto',
    tools: (request.tools ?? []).map(echoTool),
    top_logprobs: request.top_logprobs ?? 0,
    truncation: 'disabled',
    user: request.user ?? null,
    metadata: request.metadata ?? {},
  };
}

function groupOf({ kind }: AnswerFacts): ProviderGroup | undefined {
  return kind && PROVIDER_KINDS[kind];
}

/** The tier that was asked for, unless it was left out of the request to the provider. */
function tellTier(request: Readonly<ResponsesRequest>, group: ProviderGroup | undefined): string {
  const tier = request.service_tier ?? 'auto';
  return tier === 'auto' || group === undefined || takesHints(group) ? tier : 'default';
}

function echoFormat({ text }: Readonly<ResponsesRequest>): object {
  const format = text?.format ?? { type: 'text' as const };
  if (format.type !== 'json_schema') return { type: format.type };
  return { ...format, description: format.description ?? null, strict: format.strict ?? false };
}

/** The reference names every member of a function, also those that were left out. */
function echoTool(tool: ResponsesTool): object {
  if (tool.type !== 'function') return tool;
  const { description, parameters, strict } = tool;
  return { ...tool, description: description ?? null, parameters: parameters ?? null, strict: strict ?? false };
}
