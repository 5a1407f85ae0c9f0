import type { ChatMessage, ContentPart, CountTokensRequest, MessageTurn, ProviderGroup } from '@multilane/contracts';
import { type Losses, UNNAMED_LOSSES } from '@multilane/providers';
import { followsResult, introduceParts, RESULT_FOLLOWS } from '../../result-media.js';
import { type ContentPosition, nameOf, type PositionedBlock, positionBlocks } from '../content-position.js';
import { invalid, refuseOtherMembers } from '../refuse.js';
import { encodeAssistantTurn } from './encode-assistant-turn.js';
import { encodeParts, loseAt, type PositionedPart, type Translation, toContent } from './encode-parts.js';
import { markCache } from './mark-cache.js';
import { removeBillingLines } from './remove-billing-lines.js';

/** Origin of a chat message's parts in the native request. */
export interface Origin {
  readonly message: ContentPosition;
  readonly parts: readonly ContentPosition[];
  readonly calls: readonly ContentPosition[];
}

export interface Conversation {
  readonly messages: ChatMessage[];
  /** One for each message. */
  readonly origins: Origin[];
}

const TURN_MEMBERS = new Set(['role', 'content']);
/** `is_error` goes along to the groups whose format has it; for others the result's own text says what went wrong (docs/translation.md). */
const RESULT_MEMBERS = new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']);

/**
 * The conversation of a native request as chat messages, with the place that each came from. Neighbouring turns of one
 * role count as one, as the native provider has it; of a turn, tool results come first, since they must follow their
 * calls. Throws a `GatewayError` for what the chat format cannot say, and for results of calls that were not made.
 */
export function encodeConversation(
  request: Readonly<CountTokensRequest>,
  group: ProviderGroup,
  losses: Losses = UNNAMED_LOSSES,
): Conversation {
  const conversation: Conversation = { messages: [], origins: [] };
  const translation: Translation = { group, losses };
  if (request.system !== undefined) {
    addPlain(conversation, 'system', removeBillingLines(positionBlocks(request.system, undefined)), translation);
  }
  let callIds: ReadonlySet<string> = new Set();
  for (const { role, turn, blocks } of mergeTurns(request.messages)) {
    if (role === 'assistant') {
      const { message, parts, calls } = encodeAssistantTurn(blocks, translation);
      callIds = new Set(message.tool_calls?.map(({ id }) => id));
      if (blocks.length > 0) add(conversation, message, { message: { turn, block: undefined }, parts, calls });
    } else if (role === 'system') {
      addPlain(conversation, 'system', blocks, translation);
    } else {
      addUserTurn(conversation, turn, blocks, { callIds, ...translation });
      callIds = new Set();
    }
  }
  return conversation;
}

interface MergedTurn {
  readonly role: MessageTurn['role'];
  readonly turn: number;
  readonly blocks: PositionedBlock[];
}

function mergeTurns(turns: readonly MessageTurn[]): MergedTurn[] {
  const merged: MergedTurn[] = [];
  for (const [turn, { role, content, ...others }] of turns.entries()) {
    refuseOtherMembers(others, TURN_MEMBERS, `messages[${turn}]`);
    const blocks = positionBlocks(content, turn);
    const last = merged.at(-1);
    if (last?.role === role) for (const block of blocks) last.blocks.push(block);
    else merged.push({ role, turn, blocks });
  }
  return merged;
}

/** Context for the checks of a turn's results. */
interface ResultContext extends Translation {
  readonly callIds: ReadonlySet<string>;
}

function addUserTurn(
  conversation: Conversation,
  turn: number,
  blocks: readonly PositionedBlock[],
  context: ResultContext,
): void {
  const isResult = ({ block }: PositionedBlock) => block.type === 'tool_result';
  const results = blocks.filter(isResult);
  addParts(
    conversation,
    'user',
    results.flatMap((result) => addResult(conversation, result, context)),
  );
  const others = results.length === 0 ? blocks : blocks.filter((block) => !isResult(block));
  const [first] = blocks;
  // Results come first in the chat format, whatever stood before them.
  if (first && results.length > 0 && !isResult(first)) loseAt(first.place, context.losses);
  if (others.length > 0) addPlain(conversation, 'user', others, context);
  else if (results.length === 0) add(conversation, { role: 'user', content: '' }, originOf({ turn, block: undefined }));
}

/** Adds a result; returns what must follow the results of its turn. */
function addResult(
  conversation: Conversation,
  { block, place }: PositionedBlock,
  context: ResultContext,
): PositionedPart[] {
  const { callIds, group, losses } = context;
  const path = nameOf(place);
  refuseOtherMembers(block, RESULT_MEMBERS, path);
  const id = String(block.tool_use_id);
  if (!callIds.has(id)) throw invalid(`${path}.tool_use_id`, 'be the id of a tool use in the turn before it.');
  const content = (block.content ?? '') as MessageTurn['content'];
  const parts =
    typeof content === 'string'
      ? []
      : content.flatMap((inner, index) => encodeParts({ block: inner, place: { ...place, inner: index } }, context));
  const following = parts.filter(({ part }) => followsResult(part, group));
  const remaining = parts.filter((part) => !following.includes(part));
  const mark = markCache(block, group);
  const isMarked = 'cache_control' in mark;
  const hasFailed = block.is_error === true;
  const isTold = group === 'B' || group === 'G';
  if ((hasFailed && !isTold) || following.length > 0) loseAt(place, losses);
  if ((block.cache_control ?? undefined) !== undefined && !isMarked) loseAt(place, losses);
  const isEmptied = following.length > 0 && remaining.length === 0;
  const message: ChatMessage = {
    role: 'tool',
    tool_call_id: id,
    content: isEmptied ? RESULT_FOLLOWS : markEnd(typeof content === 'string' ? content : toContent(remaining), mark),
    ...(hasFailed && isTold && { is_error: true }),
  };
  add(conversation, message, originOf(place, remaining));
  return following.length === 0 ? [] : [{ part: introduceParts(id), place }, ...following];
}

/** The content with the mark of a whole result at its end, where the chat format has one. */
function markEnd(content: NonNullable<ChatMessage['content']>, mark: object): NonNullable<ChatMessage['content']> {
  if (!('cache_control' in mark)) return content;
  const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, ...mark } : part));
}

function addPlain(
  conversation: Conversation,
  role: 'system' | 'user',
  blocks: readonly PositionedBlock[],
  translation: Translation,
): void {
  const parts = blocks.flatMap((block) => encodeParts(block, translation));
  addParts(conversation, role, parts);
}

function addParts(conversation: Conversation, role: 'system' | 'user', parts: readonly PositionedPart[]): void {
  const [first] = parts;
  if (first === undefined) return;
  add(conversation, { role, content: toContent(parts) }, originOf({ turn: first.place.turn, block: undefined }, parts));
}

function originOf(message: ContentPosition, parts: readonly PositionedPart[] = []): Origin {
  return { message, parts: parts.map(({ place }) => place), calls: [] };
}

function add({ messages, origins }: Conversation, message: ChatMessage, origin: Origin): void {
  messages.push(message);
  origins.push(origin);
}
