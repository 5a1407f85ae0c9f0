import type { ChatMessage, ContentPart, MessageBlock, ProviderGroup } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { type Losses, UNNAMED_FILE } from '@multilane/providers';
import { type ContentPosition, nameOf, type PositionedBlock } from '../content-position.js';
import { ELSEWHERE, refuseOtherMembers } from '../refuse.js';
import { shortenName } from '../tool-names.js';
import { markCache, takesCacheMarks } from './mark-cache.js';

export interface PositionedPart {
  readonly part: ContentPart;
  readonly place: ContentPosition;
}

/** The provider that the blocks are translated for, and the receiver of losses. */
export interface Translation {
  readonly group: ProviderGroup;
  readonly losses: Losses;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Members that each block may have. `cache_control` goes along to the groups that take it, and `citations` of a text, which repeats where
 * an answer came from, is left out (docs/translation.md).
 */
const TEXT_MEMBERS = new Set(['type', 'text', 'cache_control', 'citations']);
const IMAGE_MEMBERS = new Set(['type', 'source', 'cache_control']);
const DOCUMENT_MEMBERS = new Set(['type', 'source', 'title', 'cache_control']);
const REFERENCE_MEMBERS = new Set(['type', 'tool_name', 'cache_control']);

/**
 * The chat parts of a text, an image or a document; throws `unsupported_parameter` for what has no counterpart. A plain
 * text document becomes text with its title in front, and a document of blocks becomes these.
 */
export function encodeParts({ block, place }: PositionedBlock, translation: Translation): PositionedPart[] {
  const parts = encodeBlock({ block, place }, translation);
  const mark = markCache(block, translation.group);
  // A block that becomes several parts is marked at its end.
  return parts.map(({ part, place: at }, index) => ({
    part: index === parts.length - 1 ? { ...part, ...mark } : part,
    place: at,
  }));
}

function encodeBlock({ block, place }: PositionedBlock, translation: Translation): PositionedPart[] {
  if (losesWords(block, translation.group)) loseAt(place, translation.losses);
  switch (block.type) {
    case 'text':
      refuseOtherMembers(block, TEXT_MEMBERS, nameOf(place));
      return [{ part: { type: 'text', text: String(block.text) }, place }];
    case 'image':
      refuseOtherMembers(block, IMAGE_MEMBERS, nameOf(place));
      return [{ part: { type: 'image_url', image_url: { url: encodeImage(block.source as Json, place) } }, place }];
    case 'document':
      return encodeDocument(block, place, translation);
    case 'tool_reference':
      return [{ part: encodeReference(block, place, translation), place }];
    default:
      throw unsupported(nameOf(place), ELSEWHERE);
  }
}

/** Reports a loss: in the system prompt, or in the messages. */
export function loseAt({ turn }: ContentPosition, losses: Losses): void {
  losses.lose(turn === undefined ? 'system' : 'messages');
}

/** True if a block has a source of its text, or a mark of the cache, and the provider has no word for it. */
function losesWords({ type, citations, cache_control: mark }: MessageBlock, group: ProviderGroup): boolean {
  if ((mark ?? undefined) !== undefined && !takesCacheMarks(group)) return true;
  return type === 'text' && Array.isArray(citations) && citations.length > 0;
}

/** The content of a chat message: a plain string where that says the same. */
export function toContent(parts: readonly PositionedPart[]): NonNullable<ChatMessage['content']> {
  const [first, ...others] = parts;
  if (first === undefined) return '';
  const isPlain = others.length === 0 && first.part.type === 'text' && Object.keys(first.part).length === 2;
  return isPlain ? String(first.part.text) : parts.map(({ part }) => part);
}

function encodeImage(source: Json, place: ContentPosition): string {
  if (source.type === 'base64') return `data:${source.media_type};base64,${source.data}`;
  if (source.type === 'url') return String(source.url);
  throw unsupported(`${nameOf(place)}.source`, 'names a stored file, which only its own provider can reach.');
}

/** A tool that the client's own search found, which stands in a result. All tools are declared, so its name is enough. */
function encodeReference(block: MessageBlock, place: ContentPosition, { losses }: Translation): ContentPart {
  if (place.inner === undefined) throw unsupported(nameOf(place), ELSEWHERE);
  refuseOtherMembers(block, REFERENCE_MEMBERS, nameOf(place));
  loseAt(place, losses);
  return { type: 'text', text: `Tool found: ${shortenName(String(block.tool_name))}` };
}

function encodeDocument(block: MessageBlock, place: ContentPosition, translation: Translation): PositionedPart[] {
  const { citations, ...members } = block;
  if (Object(citations).enabled === true) throw unsupported(`${nameOf(place)}.citations`, ELSEWHERE);
  refuseOtherMembers(members, DOCUMENT_MEMBERS, nameOf(place));
  const source = block.source as Json;
  const title = typeof block.title === 'string' ? block.title : '';
  switch (source.type) {
    case 'base64': {
      const file = { file_data: `data:${source.media_type};base64,${source.data}`, filename: title || UNNAMED_FILE };
      return [{ part: { type: 'file', file }, place }];
    }
    case 'text':
      // The kind of the block, a document, is lost.
      loseAt(place, translation.losses);
      return [...sayTitle(title, place), { part: { type: 'text', text: String(source.data) }, place }];
    case 'content':
      loseAt(place, translation.losses);
      return [...sayTitle(title, place), ...encodeInnerBlocks(source.content, place, translation)];
    default:
      throw unsupported(`${nameOf(place)}.source`, 'must hold the data itself for the provider of this model.');
  }
}

function sayTitle(title: string, place: ContentPosition): PositionedPart[] {
  return title === '' ? [] : [{ part: { type: 'text', text: title }, place }];
}

function encodeInnerBlocks(content: unknown, place: ContentPosition, translation: Translation): PositionedPart[] {
  if (typeof content === 'string') return [{ part: { type: 'text', text: content }, place }];
  return (content as MessageBlock[]).flatMap((block) => {
    if (Object(block).type === 'text' || Object(block).type === 'image')
      return encodeParts({ block, place }, translation);
    throw unsupported(`${nameOf(place)}.source`, ELSEWHERE);
  });
}
