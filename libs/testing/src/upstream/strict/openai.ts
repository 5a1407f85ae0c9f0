import {
  eachMessage,
  firstOf,
  onlyMembers,
  type StrictProvider,
  type StrictRefusal,
  type StrictRule,
  withEfforts,
  without,
} from './strict-provider.js';

/** Members of chat completions (developers.openai.com/api/reference/resources/chat). */
export const REFERENCE_MEMBERS = [
  ...['audio', 'frequency_penalty', 'logit_bias', 'logprobs', 'max_completion_tokens', 'max_tokens', 'messages'],
  ...['metadata', 'modalities', 'model', 'n', 'parallel_tool_calls', 'prediction', 'presence_penalty'],
  ...['prompt_cache_key', 'prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed'],
  ...['service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
] as const;

/** The members of these that the others share. */
export const COMMON_MEMBERS = REFERENCE_MEMBERS.filter(
  (name) =>
    ![
      'audio',
      'metadata',
      'modalities',
      'prediction',
      'prompt_cache_key',
      'prompt_cache_retention',
      'safety_identifier',
      'service_tier',
      'store',
      'verbosity',
      'web_search_options',
    ].includes(name),
);

export function refuse(message: string, param: string | null, code: string | null = null, status = 400): StrictRefusal {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

const LONGEST_ID = 40;

const REASONING = /^(?:gpt-5(?!.*-chat)|o\d)/;
const WITHOUT_NONE = /^(?:gpt-5(?:-mini|-nano)?(?:-\d|$)|o\d)/;

const unsupportedValue = (name: string, value: unknown) =>
  refuse(
    `Unsupported value: '${name}' does not support ${String(value)} with this model. Only the default (1) value is supported.`,
    name,
    'unsupported_value',
  );

/** True if the request is answered without reasoning: the default up to gpt-5.4. */
function isUnreasoned({ model, reasoning_effort: effort }: Readonly<Record<string, unknown>>): boolean {
  if (WITHOUT_NONE.test(String(model))) return false;
  if (effort !== undefined) return effort === 'none';
  return /^gpt-5\.[1-4]/.test(String(model));
}

const sampling: StrictRule = (body) => {
  if (!REASONING.test(String(body.model)) || isUnreasoned(body)) return undefined;
  for (const name of ['temperature', 'top_p']) {
    if (body[name] !== undefined && body[name] !== 1) return unsupportedValue(name, body[name]);
  }
  for (const name of ['presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs', 'logit_bias', 'stop']) {
    if (body[name] === undefined || body[name] === 0 || body[name] === false) continue;
    return refuse(`Unsupported parameter: '${name}' is not supported with this model.`, name, 'unsupported_parameter');
  }
  return undefined;
};

const tools: StrictRule = (body) => {
  const { model, reasoning_effort: effort, tools: declared } = body;
  if (Array.isArray(declared) && declared.length === 0) {
    return refuse("Invalid 'tools': empty array. Expected an array with minimum length 1.", 'tools', 'empty_array');
  }
  if (declared === undefined) {
    return body.parallel_tool_calls === undefined
      ? undefined
      : refuse("'parallel_tool_calls' is only allowed when 'tools' are specified.", 'parallel_tool_calls');
  }
  const needsNone = /^gpt-5\.(?:[6-9]|\d\d)/.test(String(model)) || /^gpt-5\.5/.test(String(model));
  const isReasoned = effort === undefined ? needsNone : effort !== 'none';
  if (!/^gpt-5\.(?:[4-9]|\d\d)/.test(String(model)) || !isReasoned) return undefined;
  return refuse(
    `Function tools with reasoning_effort are not supported for ${String(model)} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    'reasoning_effort',
  );
};

const history = eachMessage((message, index) => {
  const { tool_calls: calls, tool_call_id: id } = message;
  if (Array.isArray(calls) && calls.length === 0) {
    return refuse(
      `Invalid 'messages[${index}].tool_calls': empty array. Expected an array with minimum length 1.`,
      `messages[${index}].tool_calls`,
      'empty_array',
    );
  }
  const ids: unknown[] = [id, ...(Array.isArray(calls) ? calls.map((call) => call?.id) : [])];
  if (!ids.some((each) => typeof each === 'string' && each.length > LONGEST_ID)) return undefined;
  return refuse(
    `Invalid 'messages[${index}].tool_calls[0].id': string too long. Expected a string with maximum length 40.`,
    `messages[${index}].tool_calls[0].id`,
    'string_above_max_length',
  );
});

/** Chat completions of the reference provider, as of November 2026. */
const refuseChat = firstOf(
  onlyMembers(REFERENCE_MEMBERS, (name) => refuse(`Unrecognized request argument supplied: ${name}`, null)),
  ({ model }) =>
    /codex|-pro\b/.test(String(model))
      ? refuse(
          'This is not a chat model and thus not supported in the v1/chat/completions endpoint.',
          'model',
          null,
          404,
        )
      : undefined,
  (body) =>
    body.max_tokens !== undefined && REASONING.test(String(body.model))
      ? refuse(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
          'unsupported_parameter',
        )
      : undefined,
  withEfforts(WITHOUT_NONE, ['minimal', 'low', 'medium', 'high'], (effort) =>
    unsupportedValue('reasoning_effort', effort),
  ),
  withEfforts(/^gpt-5\.[2-9]/, ['none', 'low', 'medium', 'high', 'xhigh'], (effort) =>
    unsupportedValue('reasoning_effort', effort),
  ),
  without(['reasoning_effort'], (name) => refuse(`Unrecognized request argument supplied: ${name}`, null), /^gpt-4/),
  sampling,
  tools,
  history,
);

/** Chat completions alone: other endpoints have other rules. */
export const refuseAsOpenAi: StrictProvider = (body, path) =>
  path.includes('/chat/completions') ? refuseChat(body, path) : undefined;
