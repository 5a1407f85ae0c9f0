import type { ChatMessage } from '@multilane/contracts';

/** The messages with each as `change` gives it; the same array where every message comes back as it was. */
export function mapMessages(
  messages: readonly ChatMessage[],
  change: (message: ChatMessage) => ChatMessage,
): readonly ChatMessage[] {
  let changed: ChatMessage[] | undefined;
  messages.forEach((message, index) => {
    const next = change(message);
    if (next === message) return;
    changed ??= [...messages];
    changed[index] = next;
  });
  return changed ?? messages;
}
