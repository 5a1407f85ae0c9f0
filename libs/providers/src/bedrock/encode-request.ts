import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { refuseUnknownParameters } from '../shared/native-parameters.js';
import type { ConverseRequest } from './converse-request.js';
import { encodeInference } from './encode-inference.js';
import { encodeMessages } from './encode-messages.js';
import { encodeToolConfig } from './encode-tools.js';
import { NATIVE_HISTORY, TOLD_HISTORY } from './tool-history.js';

/**
 * The body of Converse and of ConverseStream, which differ in their addresses alone (specification section 4,
 * translations of group B). Throws a `GatewayError` for what the provider cannot honour; the request is never mutated.
 * `user` is left out: an identifier for a provider's own abuse checks, which this API has no place for (lossy).
 */
export function encodeRequest(request: Readonly<ChatRequest>, target: ProviderTarget): string {
  refuseUnknownParameters(request);
  const toolConfig = encodeToolConfig(request);
  const history = toolConfig === undefined ? TOLD_HISTORY : NATIVE_HISTORY;
  const { system, turns } = encodeMessages(request.messages, history, target.upstreamModel);
  const body: ConverseRequest = {
    messages: turns,
    system: system.length === 0 ? undefined : system,
    inferenceConfig: encodeInference(request),
    toolConfig,
  };
  return JSON.stringify(body);
}
