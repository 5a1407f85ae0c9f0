import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { findUnsupportedParameter } from '@multilane/providers';
import { assertReasoningEffort } from '@multilane/validation';
import type { RequestContext } from '../request-context.js';

/** Refuses what the model or its provider cannot do (the matrix of specification section 4); nothing is dropped. */
export function checkCapabilities({ plan }: RequestContext): void {
  if (plan?.endpoint !== 'chat') return;
  const chat = plan.request as ChatRequest;
  if (chat.reasoning_effort !== undefined) assertReasoningEffort(chat.reasoning_effort, plan.model.reasoningEfforts);
  const param = findUnsupportedParameter(chat, plan.adapter.capabilities);
  if (param === undefined) return;
  throw new GatewayError('unsupported_parameter', {
    param,
    message: `\`${param}\` is not supported by the model's provider (${plan.adapter.kind}).`,
  });
}
