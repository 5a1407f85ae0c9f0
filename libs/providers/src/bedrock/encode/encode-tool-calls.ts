import type { ToolCall } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { toShortNativeId } from '../../shared/models/native-id.js';
import { parseJsonObject } from '../../shared/texts/parse-json-object.js';
import type { ContentBlock } from '../converse-request.js';

const LONGEST_ID = 64;

/** A call of an assistant message. Throws for arguments that are no JSON object, and for calls of custom tools. */
export function encodeToolCall(call: ToolCall, path: string): ContentBlock {
  refuseCustomCall(call, path);
  const input = parseArguments(call.function.arguments, `${path}.function.arguments`);
  return { toolUse: { toolUseId: toNativeId(call.id), name: call.function.name, input } };
}

export function refuseCustomCall(call: ToolCall, path: string): void {
  if (call.type !== 'function')
    throw unsupported(`${path}.type`, 'is not supported: this provider supports only function tools.');
}

/** The provider takes up to 64 letters, digits, `_` and `-` in an id (…/API_runtime_ToolUseBlock.html). */
export function toNativeId(id: string): string {
  return toShortNativeId(id, LONGEST_ID);
}

function parseArguments(text: string, param: string): Record<string, unknown> {
  // Some providers write no arguments as an empty text.
  const input = text.trim() === '' ? {} : parseJsonObject(text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be the JSON of an object.` });
}
