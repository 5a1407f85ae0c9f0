import type { ChatMessage, ContentPart } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { parseDataUrl } from '../../shared/texts/parse-data-url.js';
import { readTextFile } from '../../shared/texts/text-file.js';
import { readCacheControl } from '../cache-control.js';
import type { ContentBlock } from '../messages-request.js';

/** platform.claude.com/docs/en/build-with-claude/vision, "Supported formats". */
const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  // No registered type, yet what many clients write for JPEG.
  ['image/jpg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
]);

type ImagePart = Extract<ContentPart, { type: 'image_url' }>;
type FilePart = Extract<ContentPart, { type: 'file' }>;

/**
 * The blocks of a message's content. Text of white space alone is left out: the provider answers 400 to it, and it says
 * nothing. `path` is the content's, for refusals. Throws a `GatewayError` for parts that the provider has no block for.
 */
export function encodeContent(content: string | readonly ContentPart[] | null | undefined, path: string) {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return encodeText(content);
  return content.flatMap((part, index) =>
    encodePart(part, `${path}[${index}]`).map((block): ContentBlock => ({ ...block, ...readCacheControl(part) })),
  );
}

/** One text block, or none. */
export function encodeText(text: string): ContentBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function encodePart(part: ContentPart, path: string): ContentBlock[] {
  switch (part.type) {
    case 'text':
      return encodeText(part.text);
    case 'refusal':
      return encodeText(part.refusal);
    case 'image_url':
      return [encodeImage(part, path)];
    case 'file':
      return [encodeFile(part, path)];
    default:
      throw unsupported(path, 'is not supported: this provider takes no content of this type.');
  }
}

/** The provider chooses the resolution itself, so `detail` has no counterpart. */
function encodeImage({ image_url: { url } }: ImagePart, path: string): ContentBlock {
  if (/^https:\/\//i.test(url)) return { type: 'image', source: { type: 'url', url } };
  if (!/^data:/i.test(url))
    throw unsupported(path, 'is not supported: this provider takes images as `data:` and `https:` addresses alone.');
  const image = parseDataUrl(url);
  if (image === undefined) throw broken(`${path}.image_url.url`);
  const mediaType = IMAGE_TYPES.get(image.mediaType);
  if (mediaType === undefined)
    throw unsupported(path, 'is not supported: this provider takes JPEG, PNG, GIF and WebP images alone.');
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: image.base64 } };
}

/** platform.claude.com/docs/en/build-with-claude/pdf-support; plain text is the other kind of document. */
function encodeFile({ file }: FilePart, path: string): ContentBlock {
  if (!file.file_data) return encodeStoredFile(file);
  const data = parseDataUrl(file.file_data);
  if (data === undefined) throw broken(`${path}.file.file_data`);
  const title = file.filename || undefined;
  if (data.mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: data.mediaType, data: data.base64 }, title };
  }
  if (data.mediaType !== 'text/plain')
    throw unsupported(path, 'is not supported: this provider takes PDF and plain text files alone.');
  const text = readTextFile(data, path);
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, title };
}

/** The provider reads documents and images by different blocks; the ending of the name says which it is. */
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp)$/i;

/** platform.claude.com/docs/en/build-with-claude/files, "File types and content blocks" */
function encodeStoredFile({ file_id: id, filename }: FilePart['file']): ContentBlock {
  const source = { type: 'file', file_id: id ?? '' } as const;
  if (IMAGE_NAME.test(filename ?? '')) return { type: 'image', source };
  return { type: 'document', source, title: filename || undefined };
}

/** True if a request names files of the provider, which takes them only with a header that says so. */
export function namesFiles(messages: readonly ChatMessage[]): boolean {
  for (const { content } of messages) {
    if (typeof content === 'string' || !content) continue;
    for (const part of content) if (part.type === 'file' && !part.file.file_data) return true;
  }
  return false;
}

function broken(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must be a base64 \`data:\` address.` });
}
