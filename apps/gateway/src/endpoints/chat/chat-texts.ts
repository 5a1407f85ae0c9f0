import type { TextRole } from '@multilane/policy';
import {
  OF_ANSWER,
  OF_ANSWER_CHOICE,
  OF_ANSWER_MESSAGE,
  OF_CALL,
  OF_CALLED,
  OF_THOUGHT,
  TOKENS,
  withoutTokens,
} from '../../guarding/streams/known-members.js';
import { mapFreely, mapOthers, mapParameters, showOnly } from '../../guarding/texts/parameter-texts.js';
import { mapBase64, mapDataUrl } from '../../guarding/texts/text-files.js';
import {
  isMembers,
  mapEachMember,
  mapItems,
  mapJsonValue,
  mapMember,
  mapText,
  showName,
  type TextMap,
} from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Members that the walk over messages maps itself. */
const HANDLED_HERE: ReadonlySet<string> = new Set(['messages', 'prediction']);
/** Members of a message that are mapped by what they are, or that nobody reads. */
const OF_MESSAGE: ReadonlySet<string> = new Set([
  ...['role', 'content', 'name', 'refusal', 'reasoning_content', 'reasoning_details', 'function_call', 'tool_calls'],
  ...['tool_call_id', 'audio', 'cache_control'],
]);
/** Members of a part of a content, likewise. */
const OF_PART: ReadonlySet<string> = new Set([
  ...['type', 'text', 'refusal', 'file', 'image_url', 'input_audio', 'cache_control', 'prompt_cache_breakpoint'],
]);

/** Maps every text of a chat request that the provider reads. */
export function mapChatRequest<Request extends Members>(request: Request, map: TextMap): Request {
  let mapped = mapMember(request, 'messages', (messages) =>
    Array.isArray(messages) ? mapMessages(messages, map) : messages,
  );
  mapped = mapMember(mapped, 'prediction', (prediction) =>
    isMembers(prediction)
      ? mapMember(prediction, 'content', (content) => mapContent(content, map, 'assistant'))
      : prediction,
  );
  return mapParameters(mapped, HANDLED_HERE, map);
}

/** Maps the messages. Consecutive messages of one speaker are one content; each result of a tool is one by itself. */
function mapMessages(messages: readonly unknown[], map: TextMap): readonly unknown[] {
  let content = 0;
  let speaker: TextRole | undefined;
  return mapItems(messages, (message) => {
    if (!isMembers(message)) return message;
    const role = roleOf(message.role);
    if (role !== speaker || role === 'tool') content += 1;
    speaker = role;
    return mapMessage(message, map, role, content);
  });
}

function mapMessage(message: Members, map: TextMap, role: TextRole, place: number): Members {
  let mapped = mapMember(message, 'content', (content) => mapContent(content, map, role, place));
  showName(map, 'parameter', message.name);
  // An earlier answer is referenced by its `audio`, and a client may write there anything it likes.
  if (isMembers(message.audio)) mapFreely(message.audio, showOnly(map), role);
  mapped = mapOthers(mapped, OF_MESSAGE, map, role);
  // Templates of open models render calls and thoughts of every role.
  const keepsThoughts = isSigned(message);
  if (!keepsThoughts) mapped = mapMember(mapped, 'reasoning_details', (details) => mapReasoningDetails(details, map));
  return mapSaid(mapped, map, keepsThoughts);
}

/** Maps the members of an assistant's message beside its content. Signed thoughts stay: the provider wrote them, and takes no others. */
function mapSaid(message: Members, map: TextMap, keepsThoughts: boolean): Members {
  let mapped = mapMember(message, 'refusal', mapWords(map, 'assistant'));
  if (keepsThoughts) showThoughts(mapped, map);
  else mapped = mapMember(mapped, 'reasoning_content', mapWords(map, 'reasoning'));
  mapped = mapMember(mapped, 'function_call', (call) => mapCall(call, map));
  return mapMember(mapped, 'tool_calls', (calls) =>
    Array.isArray(calls)
      ? mapItems(calls, (call) => (isMembers(call) ? mapToolCall(call, map) : mapMisplaced(call, map, 'tool_call')))
      : mapMisplaced(calls, map, 'tool_call'),
  );
}

/** Maps a text, and what stands in its place. */
function mapWords(map: TextMap, role: TextRole, place?: number): (value: unknown) => unknown {
  return (value) => {
    if (typeof value !== 'string') return mapMisplaced(value, map, role);
    return value === '' ? value : map(value, role, 'plain', place);
  };
}

/** Maps freely what stands in the place of something else. It is not what the assistant says. */
function mapMisplaced(value: unknown, map: TextMap, role: TextRole = 'assistant'): unknown {
  return mapFreely(value, map, role === 'assistant' ? 'parameter' : role, false);
}

function mapToolCall(call: Members, map: TextMap): Members {
  let mapped = mapMember(call, 'function', (called) => mapCall(called, map));
  mapped = mapMember(mapped, 'custom', (called) => mapCall(called, map));
  return mapOthers(mapped, OF_CALL, map, 'tool_call');
}

/** Signed thoughts stay, but the model reads them. */
function showThoughts({ reasoning_content: thoughts, reasoning_details: details }: Members, map: TextMap): void {
  showName(map, 'reasoning', thoughts);
  for (const detail of Array.isArray(details) ? details : []) {
    if (isMembers(detail)) for (const name of ['text', 'summary']) showName(map, 'reasoning', detail[name]);
  }
}

function mapCall(call: unknown, map: TextMap): unknown {
  if (!isMembers(call)) return mapMisplaced(call, map, 'tool_call');
  showName(map, 'parameter', call.name);
  let mapped = mapMember(call, 'arguments', (value) => mapInput(value, map, 'json'));
  mapped = mapMember(mapped, 'input', (value) => mapInput(value, map, 'plain'));
  return mapOthers(mapped, OF_CALLED, map, 'tool_call');
}

/** Maps the input of a tool: a text, or a value that some providers send instead of one. */
function mapInput(value: unknown, map: TextMap, format: 'json' | 'plain'): unknown {
  return typeof value === 'string' ? mapText(map, 'tool_call', format)(value) : mapJsonValue(value, map, 'tool_call');
}

/**
 * A content: a text, or parts of which some are texts. Another value in its place is mapped freely.
 *
 * @param place The number that its texts share, for the model reads them as one; undefined if nobody needs to know.
 */
function mapContent(content: unknown, map: TextMap, role: TextRole, place?: number): unknown {
  if (typeof content === 'string') return content === '' ? content : map(content, role, 'plain', place);
  if (!Array.isArray(content)) return mapMisplaced(content, map, role);
  return mapItems(content, (part) =>
    isMembers(part) ? mapPart(part, map, role, place) : mapMisplaced(part, map, role),
  );
}

function mapPart(part: Members, map: TextMap, role: TextRole, place: number | undefined): Members {
  let mapped = mapMember(part, 'text', mapWords(map, role, place));
  mapped = mapMember(mapped, 'refusal', mapWords(map, role, place));
  mapped = mapMember(mapped, 'file', (file) => (isMembers(file) ? mapFile(file, map, role) : file));
  // A picture may be a text too: SVG.
  mapped = mapMember(mapped, 'image_url', (image) =>
    isMembers(image) ? mapMember(image, 'url', (url) => mapDataUrl(url, map, role)) : mapDataUrl(image, map, role),
  );
  return mapOthers(mapped, OF_PART, map, role);
}

function mapFile(file: Members, map: TextMap, role: TextRole): Members {
  showName(map, 'parameter', file.filename);
  return mapMember(file, 'file_data', (data) =>
    typeof data === 'string' && data.startsWith('data:') ? mapDataUrl(data, map, role) : mapBase64(data, map, role),
  );
}

function roleOf(role: unknown): TextRole {
  if (role === 'system' || role === 'developer') return 'system';
  if (role === 'assistant') return 'assistant';
  return role === 'tool' || role === 'function' ? 'tool' : 'user';
}

function isSigned({ reasoning_details: details }: Members): boolean {
  return Array.isArray(details) && details.some((each) => isMembers(each) && Boolean(each.signature ?? each.data));
}

/** The parts of an answer are one content. */
const ANSWER = 1;

/**
 * Maps every text of a whole answer of chat or of /v1/completions that the client is given.
 *
 * @param hides Whether the map hides values, so that tokens must not spell them.
 */
export function mapChatAnswer<Answer extends Members>(answer: Answer, map: TextMap, hides = true): Answer {
  const mapped = mapMember(answer, 'choices', (choices) =>
    Array.isArray(choices)
      ? mapItems(choices, (choice) =>
          isMembers(choice) ? mapAnswerChoice(choice, map, hides) : mapMisplaced(choice, map),
        )
      : mapMisplaced(choices, map),
  );
  return mapBeside(mapped, OF_ANSWER, map);
}

function mapAnswerChoice(choice: Members, map: TextMap, hides: boolean): Members {
  let mapped = choice;
  for (const name of ['message', 'delta']) {
    mapped = mapMember(mapped, name, (message) =>
      isMembers(message) ? mapAnswerMessage(message, map) : mapMisplaced(message, map),
    );
  }
  // The words of completions. Some providers say those of chat a second time in this manner, and the other way round.
  mapped = mapMember(mapped, 'text', mapWords(map, 'assistant'));
  return mapBeside(hides && mapped !== choice ? dropTokens(mapped) : mapped, OF_ANSWER_CHOICE, map);
}

/** Tokens would still spell what was replaced in the words. */
function dropTokens(choice: Members): Members {
  const drop = (value: unknown, name: string): unknown =>
    TOKENS.has(name) && value !== null ? withoutTokens(name) : value;
  let mapped = mapEachMember(choice, drop);
  for (const name of ['message', 'delta']) {
    mapped = mapMember(mapped, name, (message) => (isMembers(message) ? mapEachMember(message, drop) : message));
  }
  return mapped;
}

/**
 * Maps members that the gateway does not know, such as citations. They are nobody's words: a guardrail that judges what
 * the assistant says must not judge them. An answer holds no credentials, so all of them are mapped.
 */
function mapBeside<Owner extends Members>(owner: Owner, known: ReadonlySet<string>, map: TextMap): Owner {
  return mapOthers(owner, known, map, 'parameter', false);
}

function mapAnswerMessage(message: Members, map: TextMap): Members {
  let mapped = mapMember(message, 'content', (content) => mapContent(content, map, 'assistant', ANSWER));
  mapped = mapMember(mapped, 'reasoning', mapWords(map, 'reasoning'));
  mapped = mapMember(mapped, 'audio', (audio) =>
    isMembers(audio) ? mapMember(audio, 'transcript', mapWords(map, 'assistant')) : audio,
  );
  mapped = mapMember(mapped, 'reasoning_details', (details) => mapReasoningDetails(details, map));
  return mapBeside(mapSaid(mapped, map, false), OF_ANSWER_MESSAGE, map);
}

/** The thoughts in their signed form; one that changes loses its signature, which no longer fits. */
function mapReasoningDetails(details: unknown, map: TextMap): unknown {
  if (!Array.isArray(details)) return mapMisplaced(details, map, 'reasoning');
  return mapItems(details, (detail) => {
    if (!isMembers(detail)) return mapMisplaced(detail, map, 'reasoning');
    let mapped = detail;
    for (const name of ['text', 'summary']) mapped = mapMember(mapped, name, mapWords(map, 'reasoning'));
    const stays = mapped === detail || mapped.signature === undefined;
    return mapOthers(stays ? mapped : { ...mapped, signature: '' }, OF_THOUGHT, map, 'reasoning', false);
  });
}
