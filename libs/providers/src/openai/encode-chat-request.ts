import { type ChatMessage, type ChatRequest, type ContentPart, isRecord, type ToolCall } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import type { ModelFacts } from '../model-facts.js';
import { unreadable } from '../shared/failures/map-error.js';
import { toParts } from '../shared/history/content-parts.js';
import { fitRoles, type RoleRules } from '../shared/history/fit-roles.js';
import { nameCalls, repairHistory } from '../shared/history/repair-history.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { mapMessages } from '../shared/map-messages.js';
import { isDefaultValue } from '../shared/models/parameter-defaults.js';
import type { WireQuirks } from '../wire-quirks.js';
import { fitCallIds } from './fitting/fit-call-ids.js';
import { fitMessage } from './fitting/fit-message.js';
import { fitModel } from './fitting/fit-model.js';

/**
 * Takes out of a body what its provider rejects and no answer depends on. Members are set to undefined, which
 * JSON.stringify leaves out.
 */
export function omitMembers(body: Record<string, unknown>, names: readonly string[], losses: Losses): void {
  for (const name of names) {
    const value = body[name];
    if (value === undefined) continue;
    if (!isDefaultValue(name, value)) losses.lose(name);
    body[name] = undefined;
  }
}

/** The same of all that a kind omits; what it ignores is declared. */
export function omitByQuirks(body: Record<string, unknown>, quirks: WireQuirks, losses: Losses): void {
  for (const name of quirks.ignores) {
    if (body[name] !== undefined && !isDefaultValue(name, body[name])) losses.lose(name);
  }
  omitMembers(body, quirks.omits, losses);
  for (const name of quirks.omitsDefaults) {
    if (body[name] !== undefined && isDefaultValue(name, body[name])) body[name] = undefined;
  }
}

/**
 * Throws a `ProviderFailure` for a message or a delta whose lists every reader walks and that are none: tool calls that
 * are no objects, parts of the content that are no objects.
 */
export function assertMessageShape({ content, tool_calls: calls }: Readonly<Record<string, unknown>>): void {
  if (Array.isArray(content) && !content.every(isRecord)) throw unreadable('content');
  if (calls === undefined || calls === null) return;
  if (!Array.isArray(calls) || !calls.every(isCall)) throw unreadable('tool calls');
}

/** A call of a custom tool has no function. */
function isCall(call: unknown): boolean {
  return isRecord(call) && (call.function === undefined || isRecord(call.function));
}

const NOTHING_KNOWN: ModelFacts = {};

interface StreamedRequest {
  stream?: boolean;
  stream_options?: { include_usage?: boolean; [member: string]: unknown };
}

/**
 * Has the provider report usage in a stream, whether or not the client asked (docs/contract/streaming.md#stream-usage).
 * Changes `body`.
 */
export function requestUsage(body: StreamedRequest, quirks: WireQuirks): void {
  if (quirks.streamUsage === 'always') body.stream_options = undefined;
  if (quirks.streamUsage === 'option' && body.stream === true) {
    body.stream_options = { ...body.stream_options, include_usage: true };
  }
}

/** Brings messages to what the provider accepts; the same array comes back when nothing has to change. */
export function encodeMessages(
  messages: readonly ChatMessage[],
  quirks: WireQuirks,
  losses: Losses,
): readonly ChatMessage[] {
  return mapMessages(messages, (message) =>
    nameCalls(fitMessage(encodeMessage(message, quirks, losses), quirks, losses)),
  );
}

function encodeMessage(message: ChatMessage, quirks: WireQuirks, losses: Losses): ChatMessage {
  if (message.role === 'developer' && !quirks.knowsDeveloperRole) return { ...message, role: 'system' };
  if (message.role !== 'assistant') return message;
  return encodeAssistant(quirks.knowsSignatures ? message : withoutSignatures(message, losses), quirks);
}

function encodeAssistant(message: ChatMessage, quirks: WireQuirks): ChatMessage {
  if (message.reasoning_content === undefined || quirks.sentReasoning === 'reasoning_content') return message;
  return encodeReasoning(message, quirks.sentReasoning);
}

/**
 * The gateway answers with `reasoning_content` whatever the provider calls it, so clients send it back under that
 * name; providers with another name reject it.
 */
function encodeReasoning(message: ChatMessage, name: 'reasoning' | 'thinking-parts'): ChatMessage {
  const { reasoning_content: reasoning, ...rest } = message;
  if (typeof reasoning !== 'string' || reasoning === '') return rest;
  if (name === 'reasoning') return { ...rest, reasoning: rest.reasoning ?? reasoning };
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] } as unknown as ContentPart;
  return { ...rest, content: [thinking, ...toParts(rest.content)] };
}

/** Lossy: this provider neither made the signatures nor could check them. */
function withoutSignatures(message: ChatMessage, losses: Losses): ChatMessage {
  const isSigned = message.tool_calls?.some((call) => call.extra_content !== undefined) === true;
  if (message.reasoning_details === undefined && !isSigned) return message;
  losses.lose('messages');
  const { reasoning_details, ...rest } = message;
  return isSigned
    ? { ...rest, tool_calls: rest.tool_calls?.map(({ extra_content, ...call }) => call as ToolCall) }
    : rest;
}

/**
 * The body for a provider of group R: a shallow copy with the model swapped and the provider's quirks applied.
 * Members that the gateway does not know travel untouched (docs/contract/chat.md#unknown-parameters). The request is
 * never mutated.
 */
export function composeChatRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  quirks: WireQuirks,
  losses: Losses = UNNAMED_LOSSES,
): ChatRequest {
  // Members are removed by setting them to undefined, which JSON.stringify leaves out.
  const body: ChatRequest = { ...request, model: target.upstreamModel };
  const encoded = encodeMessages(request.messages, quirks, losses);
  const roles = rolesOf(quirks, target.facts);
  body.messages = (roles === undefined ? encoded : fitRoles(encoded, roles, losses)) as ChatMessage[];
  if (quirks.uniqueCallIds) {
    body.messages = repairHistory(body.messages, { uniqueCallIds: true }, false, losses) as ChatMessage[];
  }
  if (quirks.callIds !== undefined) body.messages = fitCallIds(body.messages, quirks.callIds) as ChatMessage[];
  requestUsage(body, quirks);
  if (quirks.withholdsTools) withholdTools(body, losses);
  removeEmptyTools(body);
  // The reference provider takes it beside `logprobs: true` alone, and at 0 it asks for nothing.
  if (body.top_logprobs === 0 && body.logprobs !== true) body.top_logprobs = undefined;
  if (quirks.tokenLimit !== undefined || target.facts !== undefined) {
    fitModel(body, quirks.tokenLimit, target.facts ?? NOTHING_KNOWN, losses);
  }
  fitReasoning(body, quirks, target.facts ?? NOTHING_KNOWN, losses);
  for (const name in quirks.renames) {
    const providersName = quirks.renames[name];
    if (body[name] === undefined || providersName === undefined) continue;
    if (body[name] !== null) body[providersName] = body[name];
    body[name] = undefined;
  }
  omitByQuirks(body, quirks, losses);
  return body;
}

/** Rules of the kind, and those of the model. */
function rolesOf({ roles }: WireQuirks, facts: ModelFacts = NOTHING_KNOWN): RoleRules | undefined {
  return facts.bridgesResults ? { ...roles, bridgesResults: true } : roles;
}

/** A reasoning that counts as one and says nothing; an empty text does not count. */
const BLANK = ' ';

/** Answers in the history have reasoning where the model demands it, and none where it rejects it. Changes `body`. */
function fitReasoning(body: ChatRequest, quirks: WireQuirks, facts: ModelFacts, losses: Losses): void {
  if (quirks.refusesUnusedReasoning && facts.efforts?.length === 0) {
    body.messages = mapMessages(body.messages, (message) => withoutReasoning(message, losses)) as ChatMessage[];
  }
  if (!quirks.demandsReasoning || (isRecord(body.thinking) && body.thinking.type === 'disabled')) return;
  if (!body.tools?.length && !body.messages.some(({ tool_calls: calls }) => calls?.length)) return;
  body.messages = mapMessages(body.messages, (message) =>
    message.role !== 'assistant' || message.reasoning_content ? message : { ...message, reasoning_content: BLANK },
  ) as ChatMessage[];
}

function withoutReasoning(message: ChatMessage, losses: Losses): ChatMessage {
  if (message.reasoning === undefined) return message;
  losses.lose('messages');
  const { reasoning, ...rest } = message;
  return rest;
}

/** Lossy: the model cannot call what it does not see, and does not see it either. */
function withholdTools(body: ChatRequest, losses: Losses): void {
  if (body.tool_choice !== 'none' || !body.tools?.length) return;
  losses.lose('tools');
  body.tools = undefined;
}

/**
 * The reference provider rejects an empty tools array, and `tool_choice` or `parallel_tool_calls` without tools, while
 * none of them is ever rejected at its default (docs/contract/chat.md#defaults).
 */
function removeEmptyTools(body: ChatRequest): void {
  if (Array.isArray(body.tools) && body.tools.length === 0) body.tools = undefined;
  if (body.tools !== undefined) return;
  if (body.tool_choice === 'auto' || body.tool_choice === 'none') body.tool_choice = undefined;
  if (body.parallel_tool_calls === true) body.parallel_tool_calls = undefined;
}
