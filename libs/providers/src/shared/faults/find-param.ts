import type { ProviderError } from '../failures/read-provider-error.js';

const PLAIN_PATH = /^[A-Za-z0-9_.[\]-]{1,128}$/;

/** True if text can be shown as the path of a field: it quotes nothing of a request's texts. */
export function isPlainPath(text: string): boolean {
  return PLAIN_PATH.test(text);
}

/** Parameters by the reference's names, with the names that providers have for them. Only these are read out of a message. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  temperature: [],
  top_p: ['topP', 'p'],
  top_k: ['topK', 'k'],
  max_tokens: ['maxTokens', 'maxOutputTokens', 'max_output_tokens', 'max_new_tokens', 'num_predict'],
  max_completion_tokens: [],
  stop: ['stop_sequences', 'stopSequences'],
  seed: [],
  n: ['candidateCount', 'candidate_count'],
  presence_penalty: ['presencePenalty'],
  frequency_penalty: ['frequencyPenalty'],
  logit_bias: ['logitBias'],
  logprobs: ['responseLogprobs', 'response_logprobs'],
  top_logprobs: ['topLogprobs'],
  response_format: [
    ...['output_config.format', 'response_schema', 'responseSchema', 'responseJsonSchema', 'response_json_schema'],
    ...['responseMimeType', 'response_mime_type', 'json_schema'],
  ],
  reasoning_effort: ['reasoningEffort', 'thinking', 'thinkingConfig', 'thinkingBudget', 'output_config.effort'],
  tool_choice: ['toolChoice', 'toolConfig', 'tool_config', 'functionCallingConfig'],
  parallel_tool_calls: ['parallelToolCalls', 'disable_parallel_tool_use'],
  tools: ['toolSpec', 'functionDeclarations', 'function_declarations'],
  stream_options: ['streamOptions'],
  service_tier: ['serviceTier'],
  encoding_format: ['encodingFormat'],
  dimensions: ['output_dimension', 'outputDimensionality'],
  modalities: ['responseModalities'],
};

const REFERENCE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([name, others]) => [name, ...others].map((each) => [each, name] as const)),
);

/** One letter is a word of any sentence. */
const SHORTEST_BARE = 3;

/** A word in quotation marks of any kind, at most as long as the longest name. */
const QUOTED = /[`'"“]([A-Za-z_.]{1,40})[`'"”]/g;

/** A name before the words that say that something is wrong with it: `top_p: Input should be …`, `temperature is not supported`. */
const LEADING = /^([A-Za-z_]+(?:\.[A-Za-z_]+)?)(?::| is | are | must | may | can(?:not|'t)? | should )/;

/** A name behind the words that say that it is not taken: `does not support parameter presencePenalty`. */
const TRAILING =
  /(?:unsupported|unknown|unrecognized|invalid|not support(?:ed)?(?: on this model)?|extra)\b(?: (?:the |value for )?(?:parameters?|arguments?|fields?|values?)(?: supplied)?)?:? ([A-Za-z_]+)/i;

/**
 * The request field that a provider's error names, in the reference's terms: its own member for it, else a parameter that its message
 * names. Undefined if there is none that may be shown.
 */
export function findParam(error: ProviderError): string | undefined {
  if (error.param !== '') return isPlainPath(error.param) ? inReferenceTerms(error.param) : undefined;
  const message = error.message.slice(0, 500);
  const quoted = [...message.matchAll(QUOTED)].map(([, word = '']) => findName(word)).find(isFound);
  if (quoted !== undefined) return quoted;
  const bare = [LEADING.exec(message)?.[1], TRAILING.exec(message)?.[1]].filter(isFound);
  return bare
    .filter((word) => word.length >= SHORTEST_BARE)
    .map(findName)
    .find(isFound);
}

/** `thinking.type.enabled` names a value of `thinking`. */
function findName(word: string): string | undefined {
  return REFERENCE_NAMES.get(word) ?? REFERENCE_NAMES.get(word.slice(0, Math.max(word.indexOf('.'), 0)));
}

/** `generation_config.top_p` and `inferenceConfig.topP` are `top_p`; a path that is no parameter stays as it is. */
function inReferenceTerms(path: string): string {
  const known = REFERENCE_NAMES.get(path);
  if (known !== undefined) return known;
  const [, member] =
    /^(?:generation_?config|inference_?config|additional_?model_?request_?fields)\.(\w+)/i.exec(path) ?? [];
  return (member === undefined ? undefined : REFERENCE_NAMES.get(member)) ?? path;
}

function isFound(value: string | undefined): value is string {
  return value !== undefined;
}
