import type { ContentPart } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { encodeCachePoint } from '../cache-point.js';
import type { CachePoint, ContentBlock, ResultBlock, TextBlock } from '../converse-request.js';
import type { DocumentNames } from '../document-names.js';
import { encodeAudio, encodeFile, encodeImage } from './encode-media.js';

type Content = string | readonly ContentPart[] | null | undefined;

/**
 * The blocks of a message's content. Text of white space alone is left out: the provider answers 400 to it, and it says
 * nothing. `path` is the content's, for refusals. Throws a `GatewayError` for parts that the provider has no block for.
 */
export function encodeContent(content: Content, path: string, names: DocumentNames): ContentBlock[] {
  return encodeParts(content, path, (part, at) =>
    part.type === 'input_audio' ? [encodeAudio(part, at)] : encodeResultPart(part, at, names),
  );
}

/** The blocks of a tool's result, and the marks of its parts, which the provider takes behind the result alone. */
export function encodeResult(
  content: Content,
  path: string,
  names: DocumentNames,
): { blocks: ResultBlock[]; marks: CachePoint[] } {
  const parts = encodeParts(content, path, (part, at) => encodeResultPart(part, at, names));
  return {
    blocks: parts.filter((block): block is ResultBlock => !isCachePoint(block)),
    marks: parts.filter(isCachePoint).slice(-1),
  };
}

/** The blocks of the system prompt, which is text alone. */
export function encodeSystem(content: Content, path: string): (TextBlock | CachePoint)[] {
  return encodeParts(content, path, (part, at): TextBlock[] => {
    if (part.type === 'text') return encodeText(part.text);
    throw unsupported(at, 'is not supported: this provider takes nothing but text in system messages.');
  });
}

/** One text block, or none. */
export function encodeText(text: string): TextBlock[] {
  return text.trim() === '' ? [] : [{ text }];
}

function encodeParts<Block extends object>(
  content: Content,
  path: string,
  encodePart: (part: ContentPart, path: string) => Block[],
): (Block | TextBlock | CachePoint)[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return encodeText(content);
  const blocks: (Block | TextBlock | CachePoint)[] = [];
  for (const [index, part] of content.entries()) {
    blocks.push(...encodePart(part, `${path}[${index}]`));
    // A part that was left out may be marked: the content before it ends there too.
    const last = blocks.at(-1);
    if (last !== undefined && !isCachePoint(last)) blocks.push(...encodeCachePoint(part));
  }
  return blocks;
}

function isCachePoint(block: object): block is CachePoint {
  return 'cachePoint' in block;
}

function encodeResultPart(part: ContentPart, path: string, names: DocumentNames): ResultBlock[] {
  switch (part.type) {
    case 'text':
      return encodeText(part.text);
    case 'refusal':
      return encodeText(part.refusal);
    case 'image_url':
      return [encodeImage(part, path)];
    case 'file':
      return [encodeFile(part, path, names)];
    default:
      throw unsupported(path, 'is not supported: this provider takes no content of this type.');
  }
}
