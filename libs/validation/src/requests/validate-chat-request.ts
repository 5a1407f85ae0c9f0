import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { checkTools } from '../check-tools.js';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { chatRequestSchema } from '../schemas/chat-request.schema.js';
import { listAlternatives } from '../schemas/schema-words.js';

const RUN_BY_CALLER: readonly string[] = ['function', 'custom'];
const HOSTED = /^(web_search|file_search|computer_use)[a-z0-9_]{0,40}$/;

/**
 * Rejects tools that a provider would run itself (docs/contract/chat.md#hosted-tools), in `tools` and in
 * `tool_choice`: 400 `unsupported_parameter`. `error.param` is the tool's name for web_search, file_search and
 * computer_use in any version, and the path of the type for others. Looks at nothing else, so it runs on any JSON.
 */
export function refuseHostedTools(body: Record<string, unknown>): void {
  refuseHostedInList(body.tools, 'tools');
  // A choice of an unknown form is a wrong value, not a tool: the schema answers that.
  if (HOSTED.test(String(typeOf(body.tool_choice)))) refuseHosted(body.tool_choice, 'tool_choice', RUN_BY_CALLER);
}

/** Advice for callers who want a provider to call MCP servers (docs/contract/mcp.md#hosted-tools). */
export const MCP_INSTEAD = ' For MCP servers, connect your client to /mcp of the gateway.';

/** The same for any list of tools, at `path`; `accepted` are the types of tools that the caller runs. */
export function refuseHostedInList(tools: unknown, path: string, accepted: readonly string[] = RUN_BY_CALLER): void {
  if (!Array.isArray(tools)) return;
  for (let index = 0; index < tools.length; index++) refuseHosted(tools[index], `${path}[${index}]`, accepted);
}

function refuseHosted(tool: unknown, path: string, accepted: readonly string[]): void {
  const type = typeOf(tool);
  if (type === undefined || accepted.includes(type)) return;
  const param = HOSTED.test(type) ? type : `${path}.type`;
  const types = listAlternatives(accepted);
  const instead = type === 'mcp' ? MCP_INSTEAD : '';
  const message = `\`${path}\` is not a tool that the caller runs; the gateway accepts tools of type ${types}.${instead}`;
  throw new GatewayError('unsupported_parameter', { param, message });
}

function typeOf(tool: unknown): string | undefined {
  const type: unknown = Object(tool).type;
  return typeof type === 'string' ? type : undefined;
}

/** Parts of which an assistant turn without content may consist. */
const INSTEAD_OF_CONTENT = ['function_call', 'refusal', 'audio', 'reasoning_content', 'reasoning_details'] as const;

/**
 * Checks what a schema cannot say about messages that are well formed one by one ("structure validated",
 * docs/contract/chat.md#request-fields): an assistant message says something, and a tool message answers a call of the
 * assistant turn before it. The provider judges whether every call is answered: providers differ.
 */
export function checkConversation(messages: readonly ChatMessage[]): void {
  let callIds: ReadonlySet<unknown> | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      checkToolAnswer(message, callIds, index);
    } else {
      const isCaller = message.role === 'assistant' && Boolean(message.tool_calls?.length);
      callIds = isCaller ? new Set(message.tool_calls?.map((call) => call.id)) : undefined;
      if (message.role === 'assistant' && !isCaller) checkSaysSomething(message, index);
    }
  }
}

function checkToolAnswer(answer: ChatMessage, callIds: ReadonlySet<unknown> | undefined, index: number): void {
  if (callIds === undefined) {
    throw new GatewayError('invalid_value', {
      param: `messages[${index}].role`,
      message: `\`messages[${index}]\` has the role "tool" and must follow an assistant message with \`tool_calls\`.`,
    });
  }
  if (callIds.has(answer.tool_call_id)) return;
  throw new GatewayError('invalid_value', {
    param: `messages[${index}].tool_call_id`,
    message: `\`messages[${index}].tool_call_id\` must be the id of a tool call in the assistant message before it.`,
  });
}

function checkSaysSomething(message: ChatMessage, index: number): void {
  if (message.content !== undefined && message.content !== null) return;
  if (INSTEAD_OF_CONTENT.some((member) => message[member] !== undefined && message[member] !== null)) return;
  throw new GatewayError('invalid_value', {
    param: `messages[${index}].content`,
    message: `\`messages[${index}].content\` is required in an assistant message without \`tool_calls\` or \`refusal\`.`,
  });
}

const checkShape = compileRequestSchema(chatRequestSchema);

/**
 * Validates the body of POST /v1/chat/completions (docs/contract/chat.md#request-fields) and returns the same object.
 * Known optional members that are null are removed; whatever is not listed there stays unchanged.
 *
 * Throws for the first problem: `unsupported_parameter` for what the gateway cannot honour, else `invalid_value`, with
 * the field's path in `param`. No message repeats a value of the request. Reasoning efforts are checked later, when
 * the model is known: `assertReasoningEffort`.
 */
export function validateChatRequest(body: unknown): ChatRequest {
  const members = requireJsonObject(body);
  refuseHostedTools(members);
  checkShape(members);
  const request = members as ChatRequest;
  checkDependentMembers(request);
  checkConversation(request.messages);
  if (request.tools !== undefined || request.tool_choice !== undefined) checkTools(request);
  return request;
}

/** Members that mean something only beside another one; the reference provider rejects them alone. */
function checkDependentMembers(request: ChatRequest): void {
  if (request.stream_options !== undefined && request.stream !== true) {
    throw new GatewayError('invalid_value', {
      param: 'stream_options',
      message: '`stream_options` is only allowed if `stream` is true.',
    });
  }
  if (request.top_logprobs !== undefined && request.top_logprobs !== 0 && request.logprobs !== true) {
    throw new GatewayError('invalid_value', {
      param: 'top_logprobs',
      message: '`top_logprobs` is only allowed if `logprobs` is true.',
    });
  }
}
