import type { ChatMessage, ContentPart } from '@multilane/contracts';

/** The content of a message as parts; none for one without content. */
export function toParts(content: ChatMessage['content']): ContentPart[] {
  if (Array.isArray(content)) return content;
  return content ? [{ type: 'text', text: content }] : [];
}
