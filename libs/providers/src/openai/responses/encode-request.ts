import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { type HistoryRules, repairHistory } from '../../shared/history/repair-history.js';
import { type Losses, UNNAMED_LOSSES } from '../../shared/losses.js';
import { isUsualHint } from '../../shared/models/native-parameters.js';
import { isDefaultValue } from '../../shared/models/parameter-defaults.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';
import { fitModel } from '../fitting/fit-model.js';
import { encodeItems } from './encode-items.js';
import { encodeToolChoice, encodeTools } from './encode-tools.js';

type Json = Record<string, unknown>;

/** Members with the same name and meaning in both formats, and hints that the Responses format defines. */
const SHARED: readonly string[] = [
  ...['temperature', 'top_p', 'parallel_tool_calls', 'metadata', 'user', 'safety_identifier', 'service_tier'],
  ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
];

/** Members of chat that the format has no word for and that ask for something: rejected, unless they are left out by an operator. */
const WITHOUT_COUNTERPART: readonly string[] = ['n', 'seed', 'logit_bias'];

/** Members that only some servers have. */
const PENALTIES: readonly string[] = ['presence_penalty', 'frequency_penalty'];

/** Members that are read by themselves, or say nothing that another member does not say. */
const READ_HERE: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'tools', 'tool_choice', 'response_format', 'verbosity', 'reasoning_effort', 'reasoning'],
  ...[
    'max_tokens',
    'max_completion_tokens',
    'logprobs',
    'top_logprobs',
    'stream',
    'stream_options',
    'store',
    'modalities',
  ],
  ...SHARED,
  ...PENALTIES,
]);

/**
 * The body of POST /v1/responses for a chat request (docs/contract/translation.md#responses-format): nothing is stored, and the thinking
 * of the model comes encrypted, so that it can be sent back. Members that the format does not define are left out. Throws a
 * `GatewayError` for what it cannot honour; the request is never mutated.
 */
export function encodeResponsesRequest(
  asked: Readonly<ChatRequest>,
  target: ProviderTarget,
  quirks: ResponsesQuirks,
  losses: Losses = UNNAMED_LOSSES,
): Json {
  refuseMembers(asked, quirks);
  const request: ChatRequest = { ...asked };
  if (target.facts !== undefined) {
    // Chat completions alone are particular about tools and the limit's name.
    const { tokenLimit, ...facts } = target.facts;
    fitModel(request, undefined, { ...facts, toolsNeedResponses: false }, losses);
  }
  const tools = encodeTools(request.tools, losses);
  const body: Json = {
    model: target.upstreamModel,
    input: encodeItems(repair(request.messages, target, quirks, losses), quirks, losses),
    tools,
    tool_choice: encodeToolChoice(request),
    max_output_tokens: limitTokens(request, quirks, losses),
    text: encodeText(request),
    reasoning: encodeReasoning(request, losses),
    include: chooseIncluded(request, target, quirks),
    top_logprobs: request.top_logprobs || undefined,
    store: false,
    ...encodeStream(request),
  };
  for (const name of SHARED) body[name] = request[name] ?? undefined;
  if (quirks.takesPenalties) for (const name of PENALTIES) body[name] = request[name] ?? undefined;
  if (tools === undefined) body.parallel_tool_calls = undefined;
  reportLeftOut(request, losses);
  for (const name of quirks.omits) {
    if (body[name] !== undefined && name in request && !isUsualHint(name, body[name])) losses.lose(name);
    body[name] = undefined;
  }
  return body;
}

function repair(
  messages: readonly ChatMessage[],
  target: ProviderTarget,
  { answeredCalls }: ResponsesQuirks,
  losses: Losses,
): readonly ChatMessage[] {
  const rules: HistoryRules = { uniqueCallIds: true, ...(answeredCalls && { answeredCalls }) };
  return repairHistory(messages, rules, target.repairHistory === true, losses);
}

function refuseMembers(request: Readonly<ChatRequest>, { takesPenalties }: ResponsesQuirks): void {
  for (const name of takesPenalties ? WITHOUT_COUNTERPART : [...WITHOUT_COUNTERPART, ...PENALTIES]) {
    if (!isDefaultValue(name, request[name])) throw unsupported(name, REFUSAL);
  }
  const { modalities } = request;
  if (Array.isArray(modalities) && modalities.some((modality) => modality !== 'text')) {
    throw unsupported('modalities', REFUSAL);
  }
}

const REFUSAL = 'is not supported: the model is served by the Responses API, which has no such parameter.';

/** Lossy: `stop`, at which the gateway ends the answer, and whatever else the format does not define. */
function reportLeftOut(request: Readonly<ChatRequest>, losses: Losses): void {
  for (const [name, value] of Object.entries(request)) {
    if (READ_HERE.has(name) || WITHOUT_COUNTERPART.includes(name)) continue;
    if ((value ?? undefined) === undefined || isUsualHint(name, value)) continue;
    losses.lose(name);
  }
}

/** Lossy: a limit below the least one becomes that. */
function limitTokens(
  { max_completion_tokens: newer, max_tokens: older }: Readonly<ChatRequest>,
  { leastOutputTokens: least }: ResponsesQuirks,
  losses: Losses,
): number | undefined {
  const limit = newer ?? older ?? undefined;
  if (limit === undefined || limit >= least) return limit;
  losses.lose((newer ?? undefined) === undefined ? 'max_tokens' : 'max_completion_tokens');
  return least;
}

function encodeText({ response_format: format, verbosity }: Readonly<ChatRequest>): Json | undefined {
  const text: Json = {};
  if (format?.type === 'json_object') text.format = { type: 'json_object' };
  if (format?.type === 'json_schema') {
    const { name, description, schema, strict } = format.json_schema;
    text.format = {
      type: 'json_schema',
      name,
      ...(description && { description }),
      schema: schema ?? {},
      strict: strict ?? false,
    };
  }
  if (typeof verbosity === 'string') text.verbosity = verbosity;
  return Object.keys(text).length === 0 ? undefined : text;
}

/**
 * Encodes a chat client's wish for a summary of the thinking: with the format's own member, as OpenRouter's clients do.
 */
function encodeReasoning(
  { reasoning, reasoning_effort: effort }: Readonly<ChatRequest>,
  losses: Losses,
): Json | undefined {
  const { summary, effort: own, ...others } = Object(reasoning) as Json;
  if (Object.values(others).some((value) => (value ?? undefined) !== undefined)) losses.lose('reasoning');
  const chosen: Json = {
    ...((effort ?? own) ? { effort: effort ?? own } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
  };
  return Object.keys(chosen).length === 0 ? undefined : chosen;
}

function chooseIncluded(
  { logprobs, top_logprobs: rivals }: Readonly<ChatRequest>,
  target: ProviderTarget,
  { encryptsReasoning }: ResponsesQuirks,
): string[] | undefined {
  const included: string[] = [];
  if (encryptsReasoning && mayThink(target)) included.push('reasoning.encrypted_content');
  if (logprobs === true || rivals) included.push('message.output_text.logprobs');
  return included.length === 0 ? undefined : included;
}

/** True if encrypted thinking may be asked for: models that do not think reject that. */
export function mayThink({ facts }: ProviderTarget): boolean {
  return facts?.thinking !== 'none' && facts?.efforts?.length !== 0;
}

function encodeStream({ stream, stream_options: options }: Readonly<ChatRequest>): Json {
  if (stream !== true) return {};
  const obfuscation = isRecord(options) ? options.include_obfuscation : undefined;
  return { stream, ...(typeof obfuscation === 'boolean' && { stream_options: { include_obfuscation: obfuscation } }) };
}
