import type { ChatRequest, ProviderGroup } from '@multilane/contracts';
import { isUsualHint, type Losses } from '@multilane/providers';

/**
 * Members that steer caching, billing or style at the reference provider, or only hint: an answer without them is still the answer that was
 * asked for (docs/contract/responses.md#request). Those of the first list are defined by chat completions of the reference provider and its
 * cloud variant; nobody's chat completions define the second.
 */
const OF_REFERENCE_CHAT: readonly string[] = [
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'verbosity',
];
const OF_RESPONSES: readonly string[] = ['client_metadata'];

/** True if the chat completions of a group define the hints that the reference has. */
export function takesHints(group: ProviderGroup): boolean {
  return group === 'R1';
}

/** Takes out of a chat request the hints that its provider does not define, and reports those that ask for something by the client's names. */
export function leaveOutHints(chat: ChatRequest, group: ProviderGroup, losses: Losses): void {
  const left = takesHints(group) ? OF_RESPONSES : [...OF_REFERENCE_CHAT, ...OF_RESPONSES];
  for (const hint of left) {
    if (chat[hint] === undefined) continue;
    if (!isUsualHint(hint, chat[hint])) losses.lose(hint === 'verbosity' ? 'text.verbosity' : hint);
    delete chat[hint];
  }
}

/** Parameters that both formats define, beside the hints. */
const OF_BOTH: ReadonlySet<string> = new Set([
  ...['temperature', 'top_p', 'user', 'parallel_tool_calls', 'stop', 'seed', 'logit_bias', 'presence_penalty'],
  'frequency_penalty',
  ...OF_REFERENCE_CHAT,
  ...OF_RESPONSES,
]);

/** The members that chat defines too; any other is left out and reported: a chat endpoint may reject what it does not know. */
export function keepKnown(members: Readonly<Record<string, unknown>>, losses: Losses): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === undefined) continue;
    if (OF_BOTH.has(name)) known[name] = value;
    else losses.lose(name);
  }
  return known;
}
