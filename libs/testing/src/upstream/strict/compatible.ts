import { COMMON_MEMBERS, refuse } from './openai.js';
import {
  eachMessage,
  firstOf,
  onlyMembers,
  partsOf,
  type StrictRefusal,
  withEfforts,
  without,
} from './strict-provider.js';

/** console.groq.com/docs/openai, "currently not supported and will result in a 400 error" */
export const refuseAsGroq = firstOf(
  onlyMembers(
    [...COMMON_MEMBERS, 'service_tier', 'include_reasoning', 'reasoning_format', 'metadata', 'store'],
    (name) => refuse(`property '${name}' is unsupported`, null),
  ),
  without(['logprobs', 'top_logprobs', 'logit_bias'], (name) => refuse(`\`${name}\` is not supported`, name)),
  ({ n }) => (n === undefined || n === 1 ? undefined : refuse("'n' : number must be at most 1", 'n')),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () =>
    refuse('`reasoning_effort` must be one of `low`, `medium`, or `high`', 'reasoning_effort'),
  ),
  withEfforts(/qwen/, ['none', 'default'], () =>
    refuse('`reasoning_effort` must be one of `none` or `default`', 'reasoning_effort'),
  ),
  withEfforts(/llama|kimi/, [], () =>
    refuse('`reasoning_effort` is not supported with this model', 'reasoning_effort'),
  ),
  eachMessage(({ name, reasoning_content: reasoning }, index) => {
    if (name !== undefined) return refuse(`'messages.${index}' : property 'name' is unsupported`, null);
    if (reasoning === undefined) return undefined;
    return refuse(`'messages.${index}' : property 'reasoning_content' is unsupported`, null);
  }),
);

function refuseAsPydantic(name: string): StrictRefusal {
  const detail = [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted' }];
  return {
    status: 422,
    body: { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null },
  };
}

const CALL_ID = /^[A-Za-z0-9]{9}$/;

/** docs.mistral.ai/api: unknown members are answered with 422. */
export const refuseAsMistral = firstOf(
  onlyMembers(
    [
      ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'stream', 'stop', 'random_seed', 'metadata'],
      ...['response_format', 'tools', 'tool_choice', 'presence_penalty', 'frequency_penalty', 'n', 'prediction'],
      ...['parallel_tool_calls', 'prompt_mode', 'reasoning_effort', 'prompt_cache_key', 'guardrails', 'safe_prompt'],
    ],
    refuseAsPydantic,
  ),
  withEfforts(/(?:)/, ['none', 'high'], () => refuseAsPydantic('reasoning_effort')),
  withEfforts(/mistral-large/, [], () => refuseAsPydantic('reasoning_effort')),
  eachMessage(({ tool_call_id: id, tool_calls: calls }) => {
    const ids = [id, ...(Array.isArray(calls) ? calls.map((call) => call?.id) : [])].filter(
      (each) => each !== undefined,
    );
    if (ids.every((each) => CALL_ID.test(String(each)))) return undefined;
    return refuse('Tool call id was x but must be a-z, A-Z, 0-9, with a length of 9.', null);
  }),
);

/** api-docs.deepseek.com/api/create-chat-completion */
export const refuseAsDeepSeek = firstOf(
  ({ response_format: format }) =>
    ['text', 'json_object', undefined].includes((Object(format) as { type?: string }).type)
      ? undefined
      : refuse('This response_format type is unavailable now', null),
  eachMessage(({ role, content }, index) =>
    role !== 'user' && Array.isArray(content)
      ? refuse(
          `Failed to deserialize the JSON body: messages[${index}]: invalid type: sequence, expected a string`,
          null,
        )
      : undefined,
  ),
  eachMessage((message, index) =>
    partsOf(message).some(({ type }) => type !== 'text')
      ? refuse(
          `Failed to deserialize the JSON body: messages[${index}]: unknown variant \`image_url\`, expected \`text\``,
          null,
        )
      : undefined,
  ),
  ({ tool_calls: calls }) => (Array.isArray(calls) ? refuse('unknown field', null) : undefined),
);

const asXai = (text: string): StrictRefusal => ({
  status: 400,
  body: { code: 'Client specified an invalid argument', error: text },
});

/** docs.x.ai: every current model refuses penalties and stop sequences. */
export const refuseAsXai = firstOf(
  without(['presence_penalty', 'frequency_penalty', 'stop'], (name, model) =>
    asXai(`Model ${model} does not support parameter ${name}.`),
  ),
  withEfforts(/^grok-4\.[5-9]/, ['low', 'medium', 'high'], (effort) => asXai(`Invalid reasoning effort: ${effort}`)),
  withEfforts(/^grok-4\.3/, ['none', 'low', 'medium', 'high'], (effort) =>
    asXai(`Invalid reasoning effort: ${effort}`),
  ),
  withEfforts(/^grok-(?:4-|4\.20|code)/, [], (_effort, model) =>
    asXai(`Model ${model} does not support parameter reasoningEffort.`),
  ),
);

/** inference-docs.cerebras.ai/resources/openai */
export const refuseAsCerebras = firstOf(
  onlyMembers([...COMMON_MEMBERS, 'prompt_cache_key', 'service_tier'], (name) =>
    refuse(`property '${name}' is unsupported`, name, 'wrong_api_format'),
  ),
  without(['frequency_penalty', 'presence_penalty', 'logit_bias'], (name) =>
    refuse(`property '${name}' is unsupported`, name, 'wrong_api_format'),
  ),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
  eachMessage(({ reasoning_content: reasoning }) =>
    reasoning === undefined
      ? undefined
      : refuse("property 'reasoning_content' is unsupported", null, 'wrong_api_format'),
  ),
);

/** Hosts of open models that take `max_tokens` alone, and the efforts that the models have. */
export const refuseAsOpenHost = firstOf(
  without(['max_completion_tokens'], (name) => refuse(`Unexpected parameter ${name}`, name)),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
);

/** docs.fireworks.ai: both limits of tokens are known. */
export const refuseAsFireworks = firstOf(
  onlyMembers([...COMMON_MEMBERS, 'prompt_cache_key', 'top_k', 'service_tier', 'metadata'], (name) =>
    refuse(`Extra inputs are not permitted, field: '${name}'`, name),
  ),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
);

/** docs.ollama.com/api/openai-compatibility: images are data. */
export const refuseAsOllama = firstOf(
  eachMessage((message) =>
    partsOf(message).some(({ image_url: image }) => /^https?:/.test(String((Object(image) as { url?: string }).url)))
      ? refuse('invalid image input', null)
      : undefined,
  ),
);

/** docs.vllm.ai, "OpenAI-compatible server": messages of a conversation are strictly typed, other members are ignored. */
export const refuseAsVllm = firstOf(
  ({ tools, tool_choice: choice }) =>
    tools === undefined && choice !== undefined && choice !== 'none'
      ? refuse('When using `tool_choice`, `tools` must be set.', null)
      : undefined,
  ({ tools }) =>
    Array.isArray(tools) && tools.length === 0 ? refuse('tools: list should have at least 1 item', null) : undefined,
  ({ stream, stream_options: options }) =>
    stream !== true && options !== undefined
      ? refuse('Stream options can only be defined when `stream=True`.', null)
      : undefined,
);
