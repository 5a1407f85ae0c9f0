import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { chatRequestSchema } from './chat-request.schema.js';
import { checkConversation } from './check-conversation.js';
import { checkTools } from './check-tools.js';
import { compileRequestSchema, requireJsonObject } from './compile-request-schema.js';
import { refuseHostedTools } from './refuse-hosted-tools.js';

const checkShape = compileRequestSchema(chatRequestSchema);

/**
 * Validates the body of POST /v1/chat/completions (docs/contract/chat.md#request-fields) and returns the same object.
 * Known optional members that are null are taken out of it; whatever is not listed there stays as it came.
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

/** Members that mean something only beside another one; the reference provider refuses them alone. */
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
