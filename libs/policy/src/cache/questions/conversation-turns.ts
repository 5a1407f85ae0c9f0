type Members = Readonly<Record<string, unknown>>;

/** Last messages of the user in a request, and everything else of it. */
export interface ConversationTurns {
  /** Texts of the messages, oldest first. At least one. */
  readonly texts: readonly string[];
  /** The request without these texts: everything in it counts as it is. */
  readonly rest: Members;
  readonly hasToolResults: boolean;
  /** True if it has images, sound or files. */
  readonly hasMedia: boolean;
}

/** Finds up to `count` messages; undefined if the request does not end with a message of the user that has text. */
export type TurnReader = (request: Members, count: number) => ConversationTurns | undefined;

/** Stands in `rest` for a text. A client that sends it gains nothing: which messages are taken follows from the list alone. */
const TAKEN = '\uE001turn';

/** Types of parts that hold words. */
const TEXT_PARTS: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'refusal', 'summary_text']);
/** Types of parts that no provider shows as a picture, a sound or a file. */
const THOUGHTS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning', 'reasoning_text']);
const TOOL_PARTS: ReadonlySet<unknown> = new Set([
  'tool_result',
  'tool_use',
  'server_tool_use',
  'web_search_tool_result',
]);
const TOOL_ROLES: ReadonlySet<unknown> = new Set(['tool', 'function']);

/** Makes a reader for formats with a list of messages under `member`, or one text. */
export function readTurnsOf(member: 'messages' | 'input'): TurnReader {
  return (request, count) => {
    const list = request[member];
    if (typeof list === 'string') return describe([list], { ...request, [member]: TAKEN }, []);
    return Array.isArray(list) && list.length > 0 ? readList(request, member, list, count) : undefined;
  };
}

function readList(
  request: Members,
  member: string,
  list: readonly unknown[],
  count: number,
): ConversationTurns | undefined {
  const texts: string[] = [];
  const rest = [...list];
  for (let at = list.length - 1; at >= 0 && texts.length < count; at -= 1) {
    const taken = takeText(list[at]);
    if (taken !== undefined) {
      texts.unshift(taken.text);
      rest[at] = taken.rest;
    } else if (at === list.length - 1) {
      return undefined;
    }
  }
  return describe(texts, { ...request, [member]: rest }, list);
}

function describe(texts: readonly string[], rest: Members, list: readonly unknown[]): ConversationTurns {
  return { texts, rest, hasToolResults: list.some(hasTools), hasMedia: list.some(hasFiles) };
}

/** Text of a message of the user, and the message without it; undefined for one of somebody else, or without text. */
function takeText(message: unknown): { readonly text: string; readonly rest: Members } | undefined {
  if (!isMembers(message) || message.role !== 'user') return undefined;
  const { content } = message;
  if (typeof content === 'string') return { text: content, rest: { ...message, content: TAKEN } };
  if (!Array.isArray(content)) return undefined;
  const words: string[] = [];
  const parts = content.map((part: unknown) => {
    if (!isMembers(part) || !TEXT_PARTS.has(part.type) || typeof part.text !== 'string') return part;
    words.push(part.text);
    return { ...part, text: TAKEN };
  });
  return words.length === 0 ? undefined : { text: words.join('\n'), rest: { ...message, content: parts } };
}

function hasTools(message: unknown): boolean {
  if (!isMembers(message)) return true;
  const { content, role, type } = message;
  if (TOOL_ROLES.has(role) || Array.isArray(message.tool_calls) || isMembers(message.function_call)) return true;
  if (role === undefined && type !== 'reasoning') return true;
  return Array.isArray(content) && content.some((part) => isMembers(part) && TOOL_PARTS.has(part.type));
}

/** A part of a kind that is not known counts as a file. */
function hasFiles(message: unknown): boolean {
  if (!isMembers(message)) return false;
  if (isMembers(message.audio)) return true;
  const { content } = message;
  if (!Array.isArray(content)) return false;
  return content.some(
    (part) => isMembers(part) && !TEXT_PARTS.has(part.type) && !THOUGHTS.has(part.type) && !TOOL_PARTS.has(part.type),
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
