import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import type { ModelFacts } from '../../model-facts.js';
import { type HistoryRules, repairHistory } from '../../shared/history/repair-history.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { chooseSampling, loseSampling, type Sampling } from '../../shared/models/choose-sampling.js';
import { encodeThinking, type Thinking } from '../../shared/models/claude-thinking.js';
import { limitOutput } from '../../shared/models/model-limits.js';
import { refuseUnknownParameters } from '../../shared/models/native-parameters.js';
import { readTopKOfClaude } from '../../shared/models/read-top-k.js';
import { readSchema } from '../../shared/read-schema.js';
import { loseWords, loseWordsOfTools, type MessageLimits } from '../../shared/texts/find-lost-words.js';
import { isUnthoughtLoop } from '../find-unthought-loop.js';
import type { MessagesRequest, OutputConfig, Turn } from '../messages-request.js';
import { keepsThinking } from '../reasoning-details.js';
import { encodeMessages } from './encode-messages.js';
import { encodeStop } from './encode-stop.js';
import { encodeToolChoice, encodeTools } from './encode-tools.js';

/** The provider has no default of its own; this one is docs/contract/translation.md#thinking. */
const DEFAULT_MAX_TOKENS = 4096;

/**
 * Rules of the provider for earlier turns, which it answers with 400 otherwise (platform.claude.com/docs, "Tool use"
 * and "Prefill").
 */
const HISTORY: HistoryRules = { uniqueCallIds: true, answeredCalls: true, trimmedEnd: true };

/** The provider rejects both beside thinking, so they are dropped (docs/contract/translation.md#group-n). */
const UNSAID: Sampling = { temperature: undefined, topP: undefined };

const NOTHING_KNOWN: ModelFacts = {};

const MESSAGE_LIMITS: MessageLimits = {
  instructionsAnywhere: false,
  cacheMarks: true,
  imageDetail: false,
  fileNames: true,
  blankTexts: false,
  callSignatures: false,
  keepsThinking,
};

/**
 * The body of POST /v1/messages for a chat request (docs/contract/translation.md#group-n). Throws a
 * `GatewayError` for what the provider cannot honour; the request is never mutated.
 */
export function encodeRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string {
  return JSON.stringify(composeRequest(request, target, losses));
}

/** The same as a value. */
export function composeRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses,
): MessagesRequest {
  refuseUnknownParameters(request, losses);
  const messages = repairHistory(request.messages, HISTORY, target.repairHistory === true, losses);
  const { system, turns } = encodeMessages(messages);
  const thinking = chooseThinking(request, target, turns, losses);
  reportLosses(request, thinking, losses);
  const facts = target.facts ?? NOTHING_KNOWN;
  const { temperature, topP } = thinking.isOn ? UNSAID : chooseSampling(request, losses, facts);
  return {
    model: target.upstreamModel,
    max_tokens: limitTokens(request, thinking, facts, losses),
    system: system.length === 0 ? undefined : system,
    messages: turns,
    stream: request.stream === true ? true : undefined,
    temperature,
    top_p: topP,
    top_k: readTopKOfClaude(request, { thinks: thinking.isOn, refusesSampling: facts.sampling === 'none' }),
    stop_sequences: encodeStop(request.stop),
    metadata: request.user ? { user_id: request.user } : undefined,
    tools: encodeTools(request.tools ?? []),
    tool_choice: encodeToolChoice(request, thinking.isOn, losses, facts),
    thinking: thinking.config,
    output_config: encodeOutputConfig(request, thinking, losses),
  };
}

/**
 * The caller's own limit, with the budget of thinking on top, which the provider counts towards it. A model that thinks
 * adaptively keeps to the caller's limit; without one it has room for both.
 */
function limitTokens(
  request: Readonly<ChatRequest>,
  { config, tokens }: Thinking,
  facts: ModelFacts,
  losses: Losses,
): number {
  const { max_completion_tokens: newer, max_tokens: older } = request;
  const limit = newer ?? older ?? undefined;
  if (limit === undefined) return DEFAULT_MAX_TOKENS + tokens;
  const name = (newer ?? undefined) === undefined ? 'max_tokens' : 'max_completion_tokens';
  return limitOutput(config?.type === 'adaptive' ? limit : limit + tokens, facts, losses, name);
}

/**
 * The effort, and the schema of the answer, which is asked for only where the operator says that the model takes one. The
 * schema's name is a label; the provider holds every answer to its schema, whatever `strict` says.
 */
function encodeOutputConfig(
  { response_format: format }: Readonly<ChatRequest>,
  { outputConfig }: Thinking,
  losses: Losses,
): OutputConfig | undefined {
  if (format?.type !== 'json_schema') return outputConfig;
  const { description, schema } = readSchema(format);
  if (description) losses.lose('response_format');
  return { ...outputConfig, format: { type: 'json_schema', schema } };
}

/** All else stays as in the other requests of the loop: what thinking rejects or drops, it does throughout. */
const UNTHOUGHT: Thinking = { isOn: true, tokens: 0 };

/**
 * Thinking as it is asked for, but none in the middle of a loop of tool calls whose thinking the client did not send back, where the
 * provider rejects budgets: clients of the reference format often drop it (lossy; docs/contract/chat.md#signatures).
 */
function chooseThinking(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  turns: readonly Turn[],
  losses: Losses,
): Thinking {
  const thinking = encodeThinking(request.reasoning_effort ?? undefined, losses, target.thinking, target.facts);
  if (thinking.config?.type !== 'enabled' || !isUnthoughtLoop(turns)) return thinking;
  losses.lose('reasoning_effort');
  return UNTHOUGHT;
}

function reportLosses(request: Readonly<ChatRequest>, { isOn }: Thinking, losses: Losses): void {
  if (loseWords(request.messages, MESSAGE_LIMITS)) losses.lose('messages');
  if (request.tools && loseWordsOfTools(request.tools, { cacheMarks: true, strictness: 'each' })) losses.lose('tools');
  if (!isOn) return;
  loseSampling(request, losses);
}
