import type { Message } from './queries.js';

/** The address of an image of a message as a data URL, as models take it. */
type LoadImage = (imageId: string) => Promise<string>;

/** The messages of a branch as a chat completion takes them, with their images. @throws what `load` throws */
export function toChat(branch: readonly Message[], load: LoadImage): Promise<readonly object[]> {
  return Promise.all(branch.map((message) => toChatMessage(message, load)));
}

async function toChatMessage(message: Message, load: LoadImage): Promise<object> {
  const { content, images, role, tool_call_id: callId, tool_calls: calls } = message;
  if (role === 'tool') return { role, content, tool_call_id: callId };
  if (calls.length > 0) {
    const written = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
    return { role, content: content === '' ? null : content, tool_calls: written };
  }
  if (images.length === 0) return { role, content };
  const urls = await Promise.all(images.map(({ id }) => load(id)));
  const parts = urls.map((url) => ({ type: 'image_url', image_url: { url } }));
  return { role, content: content === '' ? parts : [{ type: 'text', text: content }, ...parts] };
}

/** The calls of a branch that wait for their results. */
export function openCalls(branch: readonly Message[]): Message['tool_calls'] {
  return branch.at(-1)?.tool_calls ?? [];
}
