import { api } from '../client.js';
import type { Tool } from '../tool-calls.js';
import { batchesOf, type NewMessage } from './batches-of.js';
import { shrinkImages } from './shrink-image.js';
import { toStorable } from './to-storable.js';

export type { NewMessage } from './batches-of.js';

/** Saves messages one below the other as a new conversation. @returns its id */
export async function saveConversation(
  workspaceId: string,
  { messages, tools }: { readonly messages: readonly NewMessage[]; readonly tools: readonly Tool[] },
): Promise<string> {
  const query = { workspace_id: workspaceId };
  const body = tools.length === 0 ? {} : { tools: [...tools] };
  const { id } = await api.post('/w/chat/sessions', { query, body });
  const stored = await Promise.all(messages.map(toStored));
  for (const batch of batchesOf(stored)) {
    await api.post('/w/chat/sessions/{id}/messages', { path: { id }, query, body: { messages: batch } });
  }
  return id;
}

/** Returns the part of a message that the service stores: texts without control characters, and images that fit into a request. */
export async function toStored(message: NewMessage): Promise<NewMessage> {
  const { images = [] } = message;
  return {
    ...message,
    content: toStorable(message.content),
    ...(images.length > 0 && { images: await shrinkImages(images) }),
  };
}
