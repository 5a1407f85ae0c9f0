import { GatewayError } from '@multilane/errors';
import { findUnsupportedParameter } from '@multilane/providers';
import { assertReasoningEffort } from '@multilane/validation';
import type { RequestContext } from '../request-context.js';

/** Refuses what the model or its provider cannot do (the matrix of specification section 4); nothing is dropped. Makes the serving plan. */
export function checkCapabilities(context: RequestContext): void {
  const { chat, model } = context;
  if (!chat || !model) return;
  if (model.type === 'decision') throw new GatewayError('unsupported_provider', { param: 'model' });
  if (model.type !== 'chat') {
    throw new GatewayError('invalid_model_type', {
      param: 'model',
      message: `The model is of type ${model.type}; this endpoint serves models of type chat.`,
    });
  }
  const { target } = model;
  const { adapter } = target;
  const codec = adapter?.endpoints.chat;
  if (!adapter || !codec) {
    throw new GatewayError('unsupported_provider', {
      param: 'model',
      message: `The model's provider (${target.provider.kind}) does not serve chat completions in this version.`,
    });
  }
  if (chat.reasoning_effort !== undefined) assertReasoningEffort(chat.reasoning_effort, model.reasoningEfforts);
  const param = findUnsupportedParameter(chat, adapter.capabilities);
  if (param !== undefined) {
    throw new GatewayError('unsupported_parameter', {
      param,
      message: `\`${param}\` is not supported by the model's provider (${target.provider.kind}).`,
    });
  }
  context.plan = { chat, model, target, adapter, codec };
}
