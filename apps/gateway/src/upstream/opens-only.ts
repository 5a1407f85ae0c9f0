/** Members of the first chunks of chats and completions, which say nothing yet. */
interface Piece {
  readonly delta?: Readonly<Record<string, unknown>> | null;
  readonly finish_reason?: unknown;
  readonly text?: unknown;
}

/** Events of messages and responses that come before the first word. */
const OPENINGS: ReadonlySet<unknown> = new Set([
  'message_start',
  'ping',
  'response.created',
  'response.queued',
  'response.in_progress',
  'response.content_part.added',
  'response.reasoning_summary_part.added',
]);

/** Items of responses, and blocks of messages, that begin empty. */
const EMPTY_AT_FIRST: ReadonlySet<unknown> = new Set(['message', 'reasoning', 'text', 'thinking']);

/**
 * True if a chunk of a stream, in the words of any endpoint, only opens the answer: it has no word, call or ending. A chunk of another form
 * counts as content.
 */
export function opensOnly(chunk: object): boolean {
  const { choices, content_block: block, item, type, usage } = chunk as Readonly<Record<string, unknown>>;
  if (Array.isArray(choices)) return (usage ?? undefined) === undefined && (choices as Piece[]).every(isEmpty);
  if (type === 'content_block_start') return isEmptyAtFirst(block);
  if (type === 'response.output_item.added') return isEmptyAtFirst(item);
  return OPENINGS.has(type);
}

function isEmptyAtFirst(part: unknown): boolean {
  return EMPTY_AT_FIRST.has((part as { type?: unknown } | null | undefined)?.type);
}

function isEmpty({ delta, finish_reason: reason, text }: Piece): boolean {
  if ((reason ?? undefined) !== undefined || !isBlank(text)) return false;
  for (const name in delta) if (name !== 'role' && !isBlank(delta[name])) return false;
  return true;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
