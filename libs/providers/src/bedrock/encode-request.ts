import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../losses.js';
import { loseWords, loseWordsOfTools } from '../shared/find-lost-words.js';
import { refuseUnknownParameters } from '../shared/native-parameters.js';
import type { ConverseRequest } from './converse-request.js';
import { encodeInference } from './encode-inference.js';
import { encodeMessages } from './encode-messages.js';
import { encodeToolConfig } from './encode-tools.js';
import { keepsReasoning } from './reasoning-details.js';
import { NATIVE_HISTORY, TOLD_HISTORY } from './tool-history.js';

/**
 * The body of Converse and of ConverseStream, which differ in their addresses alone (specification section 4,
 * translations of group B). Throws a `GatewayError` for what the provider cannot honour; the request is never mutated.
 * `user` is left out: an identifier for a provider's own abuse checks, which this API has no place for (lossy).
 */
export function encodeRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string {
  refuseUnknownParameters(request, losses);
  const toolConfig = encodeToolConfig(request);
  const history = toolConfig === undefined ? TOLD_HISTORY : NATIVE_HISTORY;
  const { system, turns } = encodeMessages(request.messages, history, target.upstreamModel);
  reportLosses(request, toolConfig === undefined, target.upstreamModel, losses);
  const body: ConverseRequest = {
    messages: turns,
    system: system.length === 0 ? undefined : system,
    inferenceConfig: encodeInference(request, losses),
    toolConfig,
  };
  return JSON.stringify(body);
}

function reportLosses(request: Readonly<ChatRequest>, toldInWords: boolean, model: string, losses: Losses): void {
  const { messages, tools } = request;
  const limits = {
    instructionsAnywhere: false,
    cacheMarks: true,
    imageDetail: false,
    fileNames: false,
    blankTexts: false,
    callSignatures: false,
    keepsThinking: (message: Readonly<ChatMessage>) => keepsReasoning(message, model),
  };
  if (request.user) losses.lose('user');
  if ((toldInWords && messages.some(isOfTools)) || loseWords(messages, limits)) losses.lose('messages');
  if (!tools?.length) return;
  if (toldInWords || loseWordsOfTools(tools, { cacheMarks: true, strictness: 'each' })) losses.lose('tools');
}

function isOfTools({ role, tool_calls: calls }: ChatMessage): boolean {
  return role === 'tool' || Boolean(calls?.length);
}
