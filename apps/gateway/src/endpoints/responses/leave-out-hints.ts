import type { ChatRequest, ProviderGroup } from '@multilane/contracts';
import { isUsualHint, type Losses } from '@multilane/providers';

/**
 * Members that steer caching, billing or style at the reference provider, or only hint: they go to group R, and an answer
 * without them is still the answer that was asked for (docs/contract/chat.md#unknown-parameters).
 */
export const RESPONSES_HINTS: readonly string[] = [
  'client_metadata',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'verbosity',
];

/** Whether the providers of a group get the hints. */
export function takesHints(group: ProviderGroup): boolean {
  return group === 'R' || group === 'R1';
}

/** Takes the hints out of a chat request, and reports those that ask for something by the client's names. */
export function leaveOutHints(chat: ChatRequest, losses: Losses): void {
  for (const hint of RESPONSES_HINTS) {
    if (chat[hint] === undefined) continue;
    if (!isUsualHint(hint, chat[hint])) losses.lose(hint === 'verbosity' ? 'text.verbosity' : hint);
    delete chat[hint];
  }
}
