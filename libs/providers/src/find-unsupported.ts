import type { ChatRequest } from '@multilane/contracts';
import type { Capabilities, RestrictedParameter } from './capabilities.js';
import type { ModelFacts } from './model-facts.js';
import { isDefaultValue } from './shared/models/parameter-defaults.js';

/** The request fields through which a restricted parameter is asked for; the one that is set is named in the refusal. */
const FIELDS: Readonly<Record<Exclude<RestrictedParameter, `response_format.${string}`>, readonly string[]>> = {
  parallel_tool_calls: ['parallel_tool_calls'],
  n: ['n'],
  seed: ['seed'],
  presence_penalty: ['presence_penalty'],
  frequency_penalty: ['frequency_penalty'],
  logprobs: ['logprobs', 'top_logprobs'],
  logit_bias: ['logit_bias'],
  reasoning_effort: ['reasoning_effort'],
};

const SCHEMA: RestrictedParameter = 'response_format.json_schema';

/**
 * The first parameter of a valid request that the provider group cannot honour, as `error.param` names it; undefined
 * when there is none. A parameter set to its default is never rejected (docs/contract/chat.md#parameter-support).
 * `structuredOutput` is the operator's word that the model takes a schema for its answer, against the matrix. A model that is known to
 * think may take an effort, against it too.
 */
export function findUnsupportedParameter(
  request: Readonly<ChatRequest>,
  capabilities: Capabilities,
  structuredOutput = false,
  facts: ModelFacts = NOTHING_KNOWN,
): string | undefined {
  for (const parameter of capabilities.refuses) {
    if (structuredOutput && parameter === SCHEMA) continue;
    if (thinks(facts) && capabilities.thinkersTake?.has(parameter)) continue;
    const field = findField(request, parameter);
    if (field !== undefined) return field;
  }
  return undefined;
}

const NOTHING_KNOWN: ModelFacts = {};

function thinks({ thinking }: ModelFacts): boolean {
  return thinking === 'budget' || thinking === 'adaptive';
}

function findField(request: Readonly<ChatRequest>, parameter: RestrictedParameter): string | undefined {
  switch (parameter) {
    case 'response_format.json_object':
    case 'response_format.json_schema':
      return parameter === `response_format.${request.response_format?.type}` ? 'response_format' : undefined;
    default:
      return FIELDS[parameter].find((field) => !isDefaultValue(field, request[field]));
  }
}
