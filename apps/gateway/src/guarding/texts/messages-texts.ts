import type { TextRole } from '@multilane/policy';
import { isMembers, mapItems, mapJsonValue, mapMember, mapText, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Maps every text of a request in the native messages format that the provider reads. */
export function mapMessagesRequest<Request extends Members>(request: Request, map: TextMap): Request {
  const mapped = mapMember(request, 'system', (system) => mapBlocks(system, map, 'system'));
  return mapMember(mapped, 'messages', (turns) =>
    Array.isArray(turns)
      ? mapItems(turns, (turn) =>
          isMembers(turn) ? mapMember(turn, 'content', (content) => mapBlocks(content, map, roleOf(turn.role))) : turn,
        )
      : turns,
  );
}

function roleOf(role: unknown): TextRole {
  return role === 'assistant' || role === 'system' ? role : 'user';
}

/** A content: a text, or blocks. */
function mapBlocks(content: unknown, map: TextMap, role: TextRole): unknown {
  if (typeof content === 'string') return map(content, role, 'plain');
  return Array.isArray(content)
    ? mapItems(content, (block) => (isMembers(block) ? mapBlock(block, map, role) : block))
    : content;
}

/** What holds no text that may be changed: pictures, and thoughts, which are signed. */
const KEPT_BLOCKS: ReadonlySet<unknown> = new Set(['image', 'redacted_thinking']);

/** The members of blocks that are texts. */
const BLOCK_TEXTS = ['text', 'title', 'context', 'stdout', 'stderr'] as const;

function mapBlock(block: Members, map: TextMap, around: TextRole): Members {
  const { type } = block;
  if (KEPT_BLOCKS.has(type)) return block;
  if (type === 'thinking') return block.signature ? block : mapMember(block, 'thinking', mapText(map, 'reasoning'));
  // Tools that the provider runs have blocks of their own, such as server_tool_use and code_execution_tool_result.
  if ('input' in block) return mapMember(block, 'input', (input) => mapJsonValue(input, map, 'tool_call'));
  const role = typeof type === 'string' && type.endsWith('tool_result') ? 'tool' : around;
  let mapped = block;
  for (const name of BLOCK_TEXTS) mapped = mapMember(mapped, name, mapText(map, role));
  mapped = mapMember(mapped, 'content', (content) =>
    isMembers(content) ? mapBlock(content, map, role) : mapBlocks(content, map, role),
  );
  mapped = mapMember(mapped, 'source', (source) => (isMembers(source) ? mapSource(source, map, role) : source));
  return mapMember(mapped, 'citations', (citations) => mapCitations(citations, map, role));
}

/** Where a document comes from: a text, or blocks. */
function mapSource(source: Members, map: TextMap, role: TextRole): Members {
  if (source.type === 'text') return mapMember(source, 'data', mapText(map, role));
  return source.type === 'content' ? mapMember(source, 'content', (content) => mapBlocks(content, map, role)) : source;
}

function mapCitations(citations: unknown, map: TextMap, role: TextRole): unknown {
  if (!Array.isArray(citations)) return citations;
  return mapItems(citations, (citation) => (isMembers(citation) ? mapCitation(citation, map, role) : citation));
}

export function mapCitation(citation: Members, map: TextMap, role: TextRole): Members {
  return ['cited_text', 'document_title', 'title'].reduce(
    (each, name) => mapMember(each, name, mapText(map, role)),
    citation,
  );
}

/** Maps every text of a whole native answer that the client is given. A thought that changes loses its signature. */
export function mapMessagesAnswer<Answer extends Members>(answer: Answer, map: TextMap): Answer {
  return mapMember(answer, 'content', (content) =>
    Array.isArray(content)
      ? mapItems(content, (block) => (isMembers(block) ? mapAnswerBlock(block, map) : block))
      : content,
  );
}

/** The same for one block of it. */
export function mapAnswerBlock(block: Members, map: TextMap): Members {
  if (block.type !== 'thinking') return mapBlock(block, map, 'assistant');
  const mapped = mapMember(block, 'thinking', mapText(map, 'reasoning'));
  return mapped === block ? block : { ...mapped, signature: '' };
}
