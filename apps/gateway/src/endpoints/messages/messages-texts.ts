import type { TextRole } from '@multilane/policy';
import { mapOthers, mapParameters } from '../../guarding/texts/parameter-texts.js';
import { mapBase64 } from '../../guarding/texts/text-files.js';
import {
  isMembers,
  mapItems,
  mapJsonValue,
  mapMember,
  mapText,
  showName,
  type TextMap,
} from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Members that the walk over messages maps itself. */
const HANDLED_HERE: ReadonlySet<string> = new Set(['messages', 'system']);

/** Members of a turn that are mapped by what they are, or that are no words. */
const OF_TURN: ReadonlySet<string> = new Set(['role', 'content', 'id', 'type']);

/** Maps every text of a request in the native messages format that the provider reads. */
export function mapMessagesRequest<Request extends Members>(request: Request, map: TextMap): Request {
  let mapped = mapMember(request, 'system', (system) => mapBlocks(system, map, 'system', 0));
  mapped = mapMember(mapped, 'messages', (turns) => (Array.isArray(turns) ? mapTurns(turns, map) : turns));
  return mapParameters(mapped, HANDLED_HERE, map);
}

/** Turns of the same role in a row are one to the model. */
function mapTurns(turns: readonly unknown[], map: TextMap): readonly unknown[] {
  let place = 0;
  let speaker: TextRole | undefined;
  return mapItems(turns, (turn) => {
    if (!isMembers(turn)) return turn;
    const role = roleOf(turn.role);
    if (role !== speaker) place += 1;
    speaker = role;
    const at = place;
    const mapped = mapMember(turn, 'content', (content) => mapBlocks(content, map, role, at));
    return mapOthers(mapped, OF_TURN, map, role);
  });
}

function roleOf(role: unknown): TextRole {
  return role === 'assistant' || role === 'system' ? role : 'user';
}

/** A content: a text, or blocks; its texts share a number, where the model reads them as one. */
function mapBlocks(content: unknown, map: TextMap, role: TextRole, place?: number): unknown {
  if (typeof content === 'string') return content === '' ? content : map(content, role, 'plain', place);
  return Array.isArray(content)
    ? mapItems(content, (block) => (isMembers(block) ? mapBlock(block, map, role, place) : block))
    : content;
}

/** The members of blocks that are texts. */
const BLOCK_TEXTS = ['title', 'context', 'stdout', 'stderr'] as const;

/** The members of blocks that refer to a tool. */
const BLOCK_NAMES = ['name', 'server_name', 'tool_name', 'toolset_name'] as const;

/** Members of a block that are mapped by what they are, or that are no words. */
const OF_BLOCK: ReadonlySet<string> = new Set([
  ...['type', 'text', ...BLOCK_TEXTS, ...BLOCK_NAMES, 'content', 'source', 'citations', 'input', 'thinking'],
  ...['id', 'tool_use_id', 'signature', 'data', 'cache_control', 'is_error', 'caller', 'file_id', 'return_code'],
  ...['encrypted_content', 'encrypted_index', 'encrypted_stdout', 'error_code', 'page_age', 'retrieved_at'],
]);

function mapBlock(block: Members, map: TextMap, around: TextRole, place?: number): Members {
  const { signature, thinking } = block;
  if (!signature) return mapSaid(mapMember(block, 'thinking', mapText(map, 'reasoning')), map, around, around, place);
  // It is signed: the provider takes no other.
  showName(map, 'reasoning', thinking);
  return mapSaid(block, map, around, around, place);
}

/**
 * All of a block but its thoughts. A block of any type may have any member.
 *
 * @param beside The role of what is no text of the speaker's own, such as a citation.
 */
function mapSaid(block: Members, map: TextMap, around: TextRole, beside: TextRole, place: number | undefined): Members {
  const { type } = block;
  // Tools that the provider runs have blocks of their own, such as server_tool_use and code_execution_tool_result.
  const isResult = typeof type === 'string' && type.endsWith('tool_result');
  const role = isResult ? 'tool' : around;
  const other = isResult ? 'tool' : beside;
  for (const name of BLOCK_NAMES) showName(map, 'parameter', block[name]);
  let mapped = mapMember(block, 'input', (input) => mapJsonValue(input, map, 'tool_call'));
  mapped = mapMember(mapped, 'text', mapText(map, role, 'plain', place));
  for (const name of BLOCK_TEXTS) mapped = mapMember(mapped, name, mapText(map, other));
  mapped = mapMember(mapped, 'content', (content) =>
    isMembers(content)
      ? mapBlock(content, map, other)
      : mapBlocks(content, map, other, isResult ? nextResult() : undefined),
  );
  mapped = mapMember(mapped, 'source', (source) =>
    isMembers(source) ? mapSource(source, map, other) : mapText(map, other)(source),
  );
  mapped = mapMember(mapped, 'citations', (citations) => mapCitations(citations, map, other));
  return mapOthers(mapped, OF_BLOCK, map, other);
}

/** Numbers for the contents of tools' results, far from those of turns. */
const FIRST_RESULT = 1_000_000_000;
let results = 0;

function nextResult(): number {
  results = (results + 1) % FIRST_RESULT;
  return FIRST_RESULT + results;
}

/** Maps the source of a document: a text, or blocks. */
function mapSource(source: Members, map: TextMap, role: TextRole): Members {
  if (source.type === 'text') return mapMember(source, 'data', mapText(map, role));
  if (source.type === 'base64')
    return mapMember(source, 'data', (data) => mapBase64(data, map, role, source.media_type));
  return source.type === 'content' ? mapMember(source, 'content', (content) => mapBlocks(content, map, role)) : source;
}

function mapCitations(citations: unknown, map: TextMap, role: TextRole): unknown {
  if (!Array.isArray(citations)) return citations;
  return mapItems(citations, (citation) => (isMembers(citation) ? mapCitation(citation, map, role) : citation));
}

/** Members of a citation that are no words. */
const OF_CITATION: ReadonlySet<string> = new Set(['type', 'id', 'file_id', 'encrypted_index']);

export function mapCitation(citation: Members, map: TextMap, role: TextRole): Members {
  return mapOthers(citation, OF_CITATION, map, role);
}

/** The texts of an answer are one content. */
const ANSWER = 1;

/** Role of content beside an answer's own words: it is judged as no text of the answer, for example by a guardrail that requires JSON. */
export const BESIDE_ANSWER: TextRole = 'parameter';

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
  const mapped = mapMember(block, 'thinking', mapText(map, 'reasoning'));
  const thought = mapped === block ? block : { ...mapped, signature: '' };
  return mapSaid(thought, map, 'assistant', BESIDE_ANSWER, ANSWER);
}
