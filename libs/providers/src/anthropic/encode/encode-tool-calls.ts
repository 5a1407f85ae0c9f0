import type { ChatMessage } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { describeFunctionCall } from '../../shared/describe-function-call.js';
import { toNativeId } from '../../shared/models/native-id.js';
import { parseJsonObject } from '../../shared/texts/parse-json-object.js';
import { readCacheControl } from '../cache-control.js';
import type { ContentBlock } from '../messages-request.js';
import { encodeText } from './encode-content.js';

/**
 * The calls of an assistant message as blocks. Throws `invalid_value` for arguments that are no JSON object, and
 * `unsupported_parameter` for calls of custom tools.
 */
export function encodeToolCalls(message: ChatMessage, path: string): ContentBlock[] {
  const calls = (message.tool_calls ?? []).map((call, index): ContentBlock => {
    const param = `${path}.tool_calls[${index}]`;
    if (call.type !== 'function') {
      throw unsupported(`${param}.type`, 'is not supported: this provider supports only function tools.');
    }
    const input = parseArguments(call.function.arguments, `${param}.function.arguments`);
    return { type: 'tool_use', id: toNativeId(call.id), name: call.function.name, input, ...readCacheControl(call) };
  });
  return [...encodeText(describeFunctionCall(message.function_call)), ...calls];
}

function parseArguments(text: string, param: string): Record<string, unknown> {
  // Some providers write no arguments as an empty text.
  const input = text.trim() === '' ? {} : parseJsonObject(text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be the JSON of an object.` });
}
