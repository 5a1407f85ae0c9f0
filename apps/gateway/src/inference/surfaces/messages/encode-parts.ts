import type { ChatMessage, ContentPart, MessageBlock } from '@multilane/contracts';
import { nameOf, type Place, type PlacedBlock } from './place.js';
import { ELSEWHERE, refuseOtherMembers, unsupported } from './refuse.js';

export interface PlacedPart {
  readonly part: ContentPart;
  readonly place: Place;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * What each block may have. `cache_control` steers the native provider's cache, and `citations` of a text repeats where
 * an answer came from: both are left out (docs/translation.md).
 */
const TEXT_MEMBERS = new Set(['type', 'text', 'cache_control', 'citations']);
const IMAGE_MEMBERS = new Set(['type', 'source', 'cache_control']);
const DOCUMENT_MEMBERS = new Set(['type', 'source', 'title', 'cache_control']);

/** Some providers refuse a file without a name. */
const UNNAMED = 'document.pdf';

/**
 * The chat parts of a text, an image or a document; throws `unsupported_parameter` for what has no counterpart. A plain
 * text document becomes text with its title in front, and a document of blocks becomes these.
 */
export function encodeParts({ block, place }: PlacedBlock): PlacedPart[] {
  switch (block.type) {
    case 'text':
      refuseOtherMembers(block, TEXT_MEMBERS, nameOf(place));
      return [{ part: { type: 'text', text: String(block.text) }, place }];
    case 'image':
      refuseOtherMembers(block, IMAGE_MEMBERS, nameOf(place));
      return [{ part: { type: 'image_url', image_url: { url: encodeImage(block.source as Json, place) } }, place }];
    case 'document':
      return encodeDocument(block, place);
    default:
      throw unsupported(nameOf(place), ELSEWHERE);
  }
}

/** The content of a chat message: a plain string where that says the same. */
export function toContent(parts: readonly PlacedPart[]): NonNullable<ChatMessage['content']> {
  const [first, ...others] = parts;
  if (first === undefined) return '';
  return first.part.type === 'text' && others.length === 0 ? first.part.text : parts.map(({ part }) => part);
}

function encodeImage(source: Json, place: Place): string {
  if (source.type === 'base64') return `data:${source.media_type};base64,${source.data}`;
  if (source.type === 'url') return String(source.url);
  throw unsupported(`${nameOf(place)}.source`, 'names a stored file, which only its own provider can reach.');
}

function encodeDocument(block: MessageBlock, place: Place): PlacedPart[] {
  const { citations, ...members } = block;
  if (Object(citations).enabled === true) throw unsupported(`${nameOf(place)}.citations`, ELSEWHERE);
  refuseOtherMembers(members, DOCUMENT_MEMBERS, nameOf(place));
  const source = block.source as Json;
  const title = typeof block.title === 'string' ? block.title : '';
  switch (source.type) {
    case 'base64': {
      const file = { file_data: `data:${source.media_type};base64,${source.data}`, filename: title || UNNAMED };
      return [{ part: { type: 'file', file }, place }];
    }
    case 'text':
      return [...sayTitle(title, place), { part: { type: 'text', text: String(source.data) }, place }];
    case 'content':
      return [...sayTitle(title, place), ...encodeInnerBlocks(source.content, place)];
    default:
      throw unsupported(`${nameOf(place)}.source`, 'must hold the data itself for the provider of this model.');
  }
}

function sayTitle(title: string, place: Place): PlacedPart[] {
  return title === '' ? [] : [{ part: { type: 'text', text: title }, place }];
}

function encodeInnerBlocks(content: unknown, place: Place): PlacedPart[] {
  if (typeof content === 'string') return [{ part: { type: 'text', text: content }, place }];
  return (content as MessageBlock[]).flatMap((block) => {
    if (Object(block).type === 'text' || Object(block).type === 'image') return encodeParts({ block, place });
    throw unsupported(`${nameOf(place)}.source`, ELSEWHERE);
  });
}
