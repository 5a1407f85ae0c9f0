import {
  eachMessage,
  firstOf,
  messagesOf,
  onlyMembers,
  type StrictRefusal,
  type StrictRule,
  withEfforts,
} from './strict-provider.js';

function refuseAsPydantic(...loc: (string | number)[]): StrictRefusal {
  const detail = [{ type: 'extra_forbidden', loc: ['body', ...loc], msg: 'Extra inputs are not permitted' }];
  return {
    status: 422,
    body: { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null },
  };
}

function refuse(message: string, type = 'invalid_request_error', code: string | null = null): StrictRefusal {
  return { status: 400, body: { object: 'error', message, type, param: null, code } };
}

const CALL_ID = /^[A-Za-z0-9]{9}$/;

/** Members of a message by its role (docs.mistral.ai/api, chat completion): others are answered with 422. */
const MESSAGE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
};

const members = eachMessage((message, index) => {
  const unknown = Object.keys(message).find((name) => !MESSAGE_MEMBERS[String(message.role)]?.includes(name));
  return unknown === undefined ? undefined : refuseAsPydantic('messages', index, String(message.role), unknown);
});

/** Roles that may follow one (github.com/mistralai/mistral-common, protocol/instruct/validator.py: `_validate_message_order`). */
const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  // The library takes a user there since 1.13, the service does not: code 3230 (github.com/NousResearch/hermes-agent/pull/84944).
  tool: ['assistant', 'tool'],
};

const order: StrictRule = (body) => {
  const roles = messagesOf(body).map(({ role }) => String(role));
  if (!['user', 'system'].includes(roles[0] ?? '')) {
    return refuse('Conversation must start with a user message or system message');
  }
  for (const [index, role] of roles.entries()) {
    const before = roles[index - 1];
    if (before === undefined || FOLLOWERS[before]?.includes(role)) continue;
    return refuse(`Unexpected role '${role}' after role '${before}'`, 'invalid_request_message_order', '3230');
  }
  const last = messagesOf(body).at(-1);
  if (['user', 'tool'].includes(String(last?.role)) || last?.prefix === true) return undefined;
  return refuse(
    `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${last?.role}`,
    'invalid_request_message_order',
    '3230',
  );
};

/** The same file: `_validate_assistant_message`. */
const saysSomething = eachMessage(({ role, content, tool_calls: calls }) => {
  if (role !== 'assistant' || content?.toString() || (Array.isArray(calls) && calls.length > 0)) return undefined;
  return refuse(
    'Assistant message must have either content or tool_calls, but not none.',
    'invalid_request_assistant_message',
    '3240',
  );
});

/** The same file: `_validate_tool_message_id`, and the regular expression above it. */
const ids = eachMessage(({ tool_call_id: id, tool_calls: calls }) => {
  const given = [id, ...(Array.isArray(calls) ? calls.map((call) => call?.id) : [])].filter(
    (each) => each !== undefined,
  );
  const wrong = given.find((each) => !CALL_ID.test(String(each)));
  if (wrong === undefined) return undefined;
  return refuse(
    `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`,
    'invalid_function_call',
    '3280',
  );
});

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
  members,
  order,
  saysSomething,
  ids,
);
