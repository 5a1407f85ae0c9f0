import type { ChatRequest, ProviderGroup } from '@multilane/contracts';
import { GROUP_CAPABILITIES, type Losses, UNNAMED_LOSSES } from '@multilane/providers';
import { MESSAGES_HINTS } from './encode-effort.js';

/**
 * The chat request without the hints that the provider group rejects; the request itself if it rejects none. `name` is
 * what the client calls the one that is left out.
 */
export function leaveOutHints(
  chat: ChatRequest,
  group: ProviderGroup,
  name: string,
  losses: Losses = UNNAMED_LOSSES,
): ChatRequest {
  const refused = MESSAGES_HINTS.filter((hint) => chat[hint] !== undefined && isRefused(hint, group));
  if (refused.length === 0) return chat;
  losses.lose(name);
  const rest = { ...chat };
  for (const hint of refused) delete rest[hint];
  return rest;
}

function isRefused(hint: (typeof MESSAGES_HINTS)[number], group: ProviderGroup): boolean {
  return group in GROUP_CAPABILITIES && GROUP_CAPABILITIES[group as keyof typeof GROUP_CAPABILITIES].refuses.has(hint);
}
