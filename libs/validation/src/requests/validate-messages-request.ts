import type { CountTokensRequest, MessagesRequest } from '@multilane/contracts';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { refuseNativeHostedTools } from '../refuse-native-hosted-tools.js';
import { countTokensRequestSchema, messagesRequestSchema } from '../schemas/messages-request.schema.js';

const checkMessages = compileRequestSchema(messagesRequestSchema);
const checkCountTokens = compileRequestSchema(countTokensRequestSchema);

/**
 * Validates the body of POST /v1/messages (docs/contract/messages.md#endpoint) and returns the same object. Known
 * optional members that are null are removed; whatever else the native format has, or will have, stays as it
 * came, for its provider judges it.
 *
 * Throws for the first problem: `unsupported_parameter` for what the gateway cannot honour, else `invalid_value`, with
 * the field's path in `param`. No message repeats a value of the request.
 */
export function validateMessagesRequest(body: unknown): MessagesRequest {
  const members = requireJsonObject(body);
  refuseNativeHostedTools(members);
  checkMessages(members);
  return members as unknown as MessagesRequest;
}

/** The same for the body of POST /v1/messages/count_tokens, which needs no `max_tokens`. */
export function validateCountTokensRequest(body: unknown): CountTokensRequest {
  const members = requireJsonObject(body);
  refuseNativeHostedTools(members);
  checkCountTokens(members);
  return members as CountTokensRequest;
}
