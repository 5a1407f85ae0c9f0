import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { encodeCachePoint } from './cache-point.js';
import type { ContentBlock, TextBlock } from './converse-request.js';
import type { DocumentNames } from './document-names.js';
import { encodeResult } from './encode/encode-content.js';
import { encodeToolCall, refuseCustomCall, toNativeId } from './encode/encode-tool-calls.js';
import { takesFailedResults } from './model-vendor.js';

/** Encoding of the calls and results of earlier turns. */
export interface ToolHistory {
  call(call: ToolCall, path: string): ContentBlock[];
  result(message: ChatMessage, path: string, names: DocumentNames, model: string): ContentBlock[];
}

/** History as the provider's own blocks, beside a tool configuration. */
export const NATIVE_HISTORY: ToolHistory = {
  call: (call, path) => [encodeToolCall(call, path), ...encodeCachePoint(call)],
  result: (message, path, names, model) => {
    const { blocks, marks } = encodeResult(message.content, `${path}.content`, names);
    const status = message.is_error === true && takesFailedResults(model) ? { status: 'error' as const } : {};
    return [
      { toolResult: { toolUseId: toNativeId(message.tool_call_id ?? ''), content: blocks, ...status } },
      ...marks,
    ];
  },
};

/**
 * In words, where no tool configuration is sent: `tool_choice: none` withholds it (docs/contract/chat.md#tool-calls),
 * and so does a request without tools. The provider answers 400 to its own blocks then ("The toolConfig field must be
 * defined when using toolUse and toolResult content blocks"), and has no choice that forbids calls beside a
 * configuration (…/API_runtime_ToolChoice.html: auto, any, tool). So nothing is lost, and no call can be made; the
 * model reads what happened as text (lossy).
 */
export const TEXT_HISTORY: ToolHistory = {
  call: (call, path) => {
    refuseCustomCall(call, path);
    const described = asText(
      `Called the tool ${call.function.name} (call ${call.id}) with: ${call.function.arguments || '{}'}`,
    );
    return [described, ...encodeCachePoint(call)];
  },
  result: (message, path, names) => {
    const { blocks, marks } = encodeResult(message.content, `${path}.content`, names);
    const what = message.is_error === true ? 'Error' : 'Result';
    return [asText(`${what} of the tool call ${message.tool_call_id ?? ''}:`), ...blocks, ...marks];
  },
};

function asText(what: string): TextBlock {
  return { text: `[${what}]` };
}
