import type { AnyRequest, ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { findUnsupportedParameter } from '@multilane/providers';
import { assertReasoningEffort } from '@multilane/validation';
import type { CheckedModel } from '../descriptor.js';

/**
 * Refuses what the model or its provider cannot do (the matrix of docs/contract/chat.md#parameter-support); nothing is dropped.
 */
export function checkParameters(request: AnyRequest, { adapter, model, target }: CheckedModel): void {
  const chat = request as ChatRequest;
  if (chat.reasoning_effort !== undefined) assertReasoningEffort(chat.reasoning_effort, model.reasoningEfforts);
  const param = findUnsupportedParameter(chat, adapter.capabilities, target.provider.structuredOutput);
  if (param === undefined) return;
  throw new GatewayError('unsupported_parameter', {
    param,
    message: `\`${param}\` is not supported by the model's provider (${adapter.kind}).`,
  });
}
