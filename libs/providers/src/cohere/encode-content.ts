import type { ChatMessage, ContentPart } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string; readonly detail?: string | undefined } }
  | { readonly type: 'thinking'; readonly thinking: string };

/** Content as the provider takes it: a string stays one, parts become blocks. `path` names the content in refusals. */
export function encodeContent(content: ChatMessage['content'], path: string, takesImages: boolean): string | Block[] {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part, index) => encodePart(part, `${path}[${index}]`, takesImages));
}

function encodePart(part: ContentPart, path: string, takesImages: boolean): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  // A refusal is what the assistant said.
  if (part.type === 'refusal') return { type: 'text', text: part.refusal };
  if (part.type !== 'image_url') throw unsupported(path, 'must be text or an image for the provider of this model.');
  if (!takesImages) throw unsupported(path, 'must be text: the provider takes images in user messages only.');
  return { type: 'image_url', image_url: encodeImage(part.image_url, `${path}.image_url`) };
}

/** Data URLs and web URLs, with one of three details (docs.cohere.com/docs/image-inputs). */
function encodeImage({ url, detail }: { url: string; detail?: string | null }, path: string) {
  if (detail === 'original') throw unsupported(`${path}.detail`, 'must be "auto", "low" or "high" for this provider.');
  return { url, detail: detail ?? undefined };
}
