import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { isDefaultValue } from '../shared/parameter-defaults.js';
import type { WireQuirks } from '../wire-quirks.js';
import { askForUsage } from './ask-for-usage.js';
import { encodeMessages } from './encode-messages.js';
import { omitMembers } from './omit-members.js';

/**
 * The JSON body for a provider of group R: a shallow copy with the model swapped and the provider's quirks applied.
 * Members that the gateway does not know travel untouched (docs/contract/chat.md#unknown-parameters). The request is
 * never mutated.
 */
export function encodeChatRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  quirks: WireQuirks,
  losses: Losses = UNNAMED_LOSSES,
): string {
  // Members are taken out by setting them to undefined, which JSON.stringify leaves out.
  const body: ChatRequest = { ...request, model: target.upstreamModel };
  body.messages = encodeMessages(request.messages, quirks, losses) as ChatMessage[];
  askForUsage(body, quirks);
  removeEmptyTools(body);
  // The reference provider takes it beside `logprobs: true` alone, and at 0 it asks for nothing.
  if (body.top_logprobs === 0 && body.logprobs !== true) body.top_logprobs = undefined;
  for (const [name, providersName] of Object.entries(quirks.renames)) {
    if (body[name] === undefined) continue;
    if (body[name] !== null) body[providersName] = body[name];
    body[name] = undefined;
  }
  omitMembers(body, quirks.omits, losses);
  for (const name of quirks.omitsDefaults) {
    if (isDefaultValue(name, body[name])) body[name] = undefined;
  }
  return JSON.stringify(body);
}

/**
 * The reference provider refuses an empty tools array, and `tool_choice` or `parallel_tool_calls` without tools, while
 * none of them is ever refused at its default (docs/contract/chat.md#defaults).
 */
function removeEmptyTools(body: ChatRequest): void {
  if (Array.isArray(body.tools) && body.tools.length === 0) body.tools = undefined;
  if (body.tools !== undefined) return;
  if (body.tool_choice === 'auto' || body.tool_choice === 'none') body.tool_choice = undefined;
  if (body.parallel_tool_calls === true) body.parallel_tool_calls = undefined;
}
