import type { ChatMessage, ChatTool, ContentPart } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';

/** Parts of the chat format that the messages of a native provider have a place for. */
export interface MessageLimits {
  /** Instructions in the middle of the conversation; elsewhere they join the system prompt. */
  readonly instructionsAnywhere: boolean;
  /** `cache_control` of parts and tools. */
  readonly cacheMarks: boolean;
  /** `detail` of an image. */
  readonly imageDetail: boolean;
  /** The name of a file, whole. */
  readonly fileNames: boolean;
  /** Texts of white space alone. */
  readonly blankTexts: boolean;
  /** The thought signatures that Gemini attaches to calls. */
  readonly callSignatures: boolean;
  /** The mark of a tool's result that the tool failed (`is_error`, of the messages format). */
  readonly failedResults?: boolean;
  /** Refusals of the assistant, as such. */
  readonly refusals?: boolean;
  /** True if the thinking of an assistant that the client sent back goes along as a whole. */
  keepsThinking(message: Readonly<ChatMessage>): boolean;
}

/** Name that the gateway itself gives a file that came without one. */
export const UNNAMED_FILE = 'document.pdf';

/** Members that are read, or that are looked for here; `annotations` and the like come back from clients as empty lists. */
const MESSAGE_MEMBERS: ReadonlySet<string> = new Set([
  ...['role', 'content', 'tool_calls', 'tool_call_id', 'refusal', 'audio', 'function_call'],
  ...['reasoning_content', 'reasoning_details'],
]);
const MARKED_MEMBERS: ReadonlySet<string> = new Set([...MESSAGE_MEMBERS, 'is_error']);
const PART_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'text', 'refusal', 'image_url', 'file', 'input_audio', 'cache_control'],
]);
const TOOL_MEMBERS: ReadonlySet<string> = new Set(['type', 'function', 'cache_control']);
const FUNCTION_MEMBERS: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'strict']);

/** True if a native provider's messages cannot say all that these say; found at the first word that has no place. */
export function loseWords(messages: readonly ChatMessage[], limits: MessageLimits): boolean {
  let hasBegun = false;
  for (const message of messages) {
    const isInstruction = message.role === 'system' || message.role === 'developer';
    if (isInstruction && hasBegun && !limits.instructionsAnywhere) return true;
    hasBegun ||= !isInstruction;
    if (loseWordsOf(message, limits)) return true;
  }
  // Instructions alone are sent as the words of a user.
  return !hasBegun && !limits.instructionsAnywhere;
}

function loseWordsOf(message: ChatMessage, limits: MessageLimits): boolean {
  if (hasOtherMembers(message, limits.failedResults === true ? MARKED_MEMBERS : MESSAGE_MEMBERS)) return true;
  const { content } = message;
  if (typeof content === 'string' ? isLostText(content, limits) : content?.some((part) => isLostPart(part, limits)))
    return true;
  if (message.role !== 'assistant') return false;
  // A refusal may become an ordinary text, and a call of the deprecated kind is described as text.
  if ((message.refusal && !limits.refusals) || isRecord(message.function_call)) return true;
  if (!limits.callSignatures && message.tool_calls?.some(({ extra_content: extra }) => saysSomething(extra)))
    return true;
  return (
    (saysSomething(message.reasoning_content) || saysSomething(message.reasoning_details)) &&
    !limits.keepsThinking(message)
  );
}

function isLostText(text: string, { blankTexts }: MessageLimits): boolean {
  return !blankTexts && text !== '' && !/\S/.test(text);
}

function isLostPart(part: ContentPart, limits: MessageLimits): boolean {
  if (!limits.cacheMarks && isRecord(part.cache_control)) return true;
  switch (part.type) {
    case 'text':
      if (isLostText(part.text, limits)) return true;
      break;
    case 'refusal':
      if (!limits.refusals) return true;
      break;
    case 'image_url': {
      const { detail } = part.image_url;
      if (!limits.imageDetail && saysSomething(detail) && detail !== 'auto') return true;
      break;
    }
    case 'file':
      if (!limits.fileNames && saysSomething(part.file.filename) && part.file.filename !== UNNAMED_FILE) return true;
      break;
    default:
  }
  return hasOtherMembers(part, PART_MEMBERS);
}

/** True if the tools of a native provider, which are functions, cannot say all that these say. */
export function loseWordsOfTools(
  tools: readonly ChatTool[],
  { cacheMarks, strictness }: { readonly cacheMarks: boolean; readonly strictness: 'each' | 'all' | 'none' },
): boolean {
  let strict = 0;
  for (const tool of tools) {
    if (!cacheMarks && isRecord(tool.cache_control)) return true;
    if (hasOtherMembers(tool, TOOL_MEMBERS) || hasOtherMembers(tool.function, FUNCTION_MEMBERS)) return true;
    if (tool.function?.strict === true) strict++;
  }
  return strictness === 'none' ? strict > 0 : strictness === 'all' && strict > 0 && strict < tools.length;
}

function hasOtherMembers(value: object, known: ReadonlySet<string>): boolean {
  for (const name in value)
    if (!known.has(name) && saysSomething((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Null, an empty text and an empty list say nothing: SDKs write them if there is nothing. */
function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}
