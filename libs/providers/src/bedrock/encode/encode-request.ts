import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { type HistoryRules, repairHistory } from '../../shared/history/repair-history.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { refuseUnknownParameters } from '../../shared/models/native-parameters.js';
import { readSchema } from '../../shared/read-schema.js';
import { loseWords, loseWordsOfTools } from '../../shared/texts/find-lost-words.js';
import type { ConverseRequest, OutputConfig, ToolConfig } from '../converse-request.js';
import { takesFailedResults } from '../model-vendor.js';
import { keepsReasoning } from '../reasoning-details.js';
import { NATIVE_HISTORY, TEXT_HISTORY } from '../tool-history.js';
import { encodeInference } from './encode-inference.js';
import { encodeMessages } from './encode-messages.js';
import { encodeOwnFields } from './encode-own-fields.js';
import { thinkWithEffort } from './encode-thinking.js';
import { encodeToolConfig } from './encode-tools.js';

/**
 * Rules of Converse for earlier turns, which it answers with 400 otherwise
 * (docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html).
 */
const HISTORY: HistoryRules = {
  uniqueCallIds: true,
  answeredCalls: true,
  opening: 'user-before-assistant',
  trimmedEnd: true,
};

/** Calls that are told in words need no results. */
const HISTORY_IN_WORDS: HistoryRules = { opening: 'user-before-assistant', trimmedEnd: true };

/**
 * The body of Converse and of ConverseStream, which differ in their addresses alone
 * (docs/contract/translation.md#group-b). Throws a `GatewayError` for what the provider cannot honour; the request is
 * never mutated. `user` is left out: an identifier for a provider's own abuse checks, which this API has no place for
 * (lossy).
 */
export function encodeRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string {
  refuseUnknownParameters(withoutThinking(request), losses);
  const toolConfig = encodeToolConfig(request);
  const history = toolConfig === undefined ? TEXT_HISTORY : NATIVE_HISTORY;
  const rules = toolConfig === undefined ? HISTORY_IN_WORDS : HISTORY;
  const messages = repairHistory(request.messages, rules, target.repairHistory === true, losses);
  const { system, turns } = encodeMessages(messages, history, target.upstreamModel);
  reportLosses(request, toolConfig === undefined, target.upstreamModel, losses);
  const thinking = thinkWithEffort(request, turns, target, losses);
  if (thinking?.isOn) refuseForcedTools(toolConfig);
  const body: ConverseRequest = {
    messages: turns,
    system: system.length === 0 ? undefined : system,
    inferenceConfig: encodeInference(request, target, thinking, losses),
    toolConfig,
    outputConfig: encodeOutputConfig(request),
    additionalModelRequestFields: encodeOwnFields(request, turns, target, thinking, losses),
  };
  return JSON.stringify(body);
}

/** Rejects forced tools, as group N does (docs/contract/translation.md#thinking). */
function refuseForcedTools(config: ToolConfig | undefined): void {
  if (config?.toolChoice === undefined) return;
  throw unsupported('tool_choice', 'is not supported: this provider cannot combine thinking with a forced tool call.');
}

/** The request without what `encodeThinking` reads; anything else of these names is as unknown as other members. */
function withoutThinking(request: Readonly<ChatRequest>): Readonly<ChatRequest> {
  // Most requests have neither, and copying one takes longer than all else here.
  if (request.thinking === undefined && request.output_config === undefined) return request;
  const { thinking, output_config: output, ...others } = request;
  const isEffort = isRecord(output) && Object.keys(output).every((name) => name === 'effort');
  return {
    ...others,
    ...(!isRecord(thinking) && { thinking }),
    ...(!isEffort && { output_config: output }),
  } as ChatRequest;
}

/** Asked for only where the operator says that the model takes a schema; it holds whatever `strict` says. */
function encodeOutputConfig({ response_format: format }: Readonly<ChatRequest>): OutputConfig | undefined {
  if (format?.type !== 'json_schema') return undefined;
  const { name, description, schema } = readSchema(format);
  const jsonSchema = { name, description: description || undefined, schema: JSON.stringify(schema) };
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } };
}

function reportLosses(request: Readonly<ChatRequest>, asText: boolean, model: string, losses: Losses): void {
  const { messages, tools } = request;
  const limits = {
    instructionsAnywhere: false,
    cacheMarks: true,
    imageDetail: false,
    fileNames: false,
    blankTexts: false,
    callSignatures: false,
    failedResults: takesFailedResults(model),
    keepsThinking: (message: Readonly<ChatMessage>) => keepsReasoning(message, model),
  };
  if (request.user) losses.lose('user');
  if ((asText && messages.some(isOfTools)) || loseWords(messages, limits)) losses.lose('messages');
  if (!tools?.length) return;
  if (asText || loseWordsOfTools(tools, { cacheMarks: true, strictness: 'each' })) losses.lose('tools');
}

function isOfTools({ role, tool_calls: calls }: ChatMessage): boolean {
  return role === 'tool' || Boolean(calls?.length);
}
