import type { TextRole } from '@multilane/policy';
import { mapOthers, mapParameters } from '../../guarding/texts/parameter-texts.js';
import { mapDataUrl } from '../../guarding/texts/text-files.js';
import { isMembers, mapItems, mapMember, mapText, showName, type TextMap } from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** What the walk over a request maps by itself. */
const HANDLED_HERE: ReadonlySet<string> = new Set(['input', 'instructions', 'text']);

/** Members of an item that are mapped by what they are, or that are no words. */
const OF_ITEM: ReadonlySet<string> = new Set([
  ...[
    'type',
    'id',
    'status',
    'role',
    'phase',
    'content',
    'summary',
    'encrypted_content',
    'call_id',
    'name',
    'namespace',
  ],
  ...['arguments', 'input', 'output', 'tools', 'execution', 'caller', 'async', 'created_by'],
]);

/** Members of a part of a content, likewise. */
const OF_PART: ReadonlySet<string> = new Set([
  ...['type', 'text', 'refusal', 'image_url', 'file_data', 'file_url', 'file_id', 'filename', 'detail', 'input_audio'],
  ...['annotations', 'logprobs', 'prompt_cache_breakpoint'],
]);

/** Maps every text of a request in the Responses format that the provider reads. */
export function mapResponsesRequest<Request extends Members>(request: Request, map: TextMap): Request {
  let mapped = mapMember(request, 'instructions', mapText(map, 'system', 'plain', 0));
  mapped = mapMember(mapped, 'input', (input) => mapInput(input, map));
  mapped = mapMember(mapped, 'text', (text) => (isMembers(text) ? mapForm(text, map) : text));
  return mapParameters(mapped, HANDLED_HERE, map);
}

/** The form of the answer is a definition, as it is in chat under another name. */
function mapForm(text: Members, map: TextMap): Members {
  return mapMember(text, 'format', (format) => mapParameters({ response_format: format }, NONE, map).response_format);
}

const NONE: ReadonlySet<string> = new Set();

/** What one says in several items in a row is one content; each output of a tool is one by itself. */
function mapInput(input: unknown, map: TextMap): unknown {
  if (typeof input === 'string') return mapText(map, 'user', 'plain', 1)(input);
  if (!Array.isArray(input)) return input;
  let place = 0;
  let speaker: unknown;
  return mapItems(input, (item) => {
    if (!isMembers(item)) return item;
    const says = isMessage(item) ? item.role : item.type;
    const isOutput = typeof item.type === 'string' && item.type.endsWith('_output');
    if (says !== speaker || isOutput) place += 1;
    speaker = says;
    return mapItem(item, map, place);
  });
}

function isMessage({ type }: Members): boolean {
  return type === undefined || type === null || type === 'message';
}

/** One item of a request or an answer. Whatever its type is, it may have any member. */
function mapItem(item: Members, map: TextMap, place: number | undefined): Members {
  const { type } = item;
  const isOutput = typeof type === 'string' && type.endsWith('_output');
  const role = isMessage(item)
    ? roleOf(item.role)
    : isOutput
      ? 'tool'
      : type === 'reasoning'
        ? 'reasoning'
        : 'tool_call';
  for (const name of ['name', 'namespace']) showName(map, 'parameter', item[name]);
  let mapped = type === 'reasoning' ? mapThoughts(item, map) : mapContentOf(item, 'content', map, role, place);
  mapped = mapContentOf(mapped, 'output', map, 'tool', place);
  mapped = mapMember(mapped, 'arguments', mapText(map, 'tool_call', 'json'));
  mapped = mapMember(mapped, 'input', mapText(map, 'tool_call', 'plain'));
  mapped = mapMember(mapped, 'tools', (tools) => mapParameters({ tools }, NONE, map).tools);
  return mapOthers(mapped, OF_ITEM, map, role === 'assistant' ? 'parameter' : role);
}

function roleOf(role: unknown): TextRole {
  if (role === 'developer') return 'system';
  return role === 'assistant' || role === 'system' ? role : 'user';
}

/** Thinking in its encrypted form holds for the very text: the text stays, and is shown. */
function mapThoughts(item: Members, map: TextMap): Members {
  const own: TextMap = item.encrypted_content ? showOnly(map) : map;
  const mapped = mapContentOf(item, 'summary', own, 'reasoning');
  return mapContentOf(mapped, 'content', own, 'reasoning');
}

/** The map that looks at texts and changes none. */
function showOnly(map: TextMap): TextMap {
  return (text, role) => {
    map(text, role, 'name');
    return text;
  };
}

function mapContentOf(item: Members, member: string, map: TextMap, role: TextRole, place?: number): Members {
  return mapMember(item, member, (content) => {
    if (typeof content === 'string') return mapText(map, role, 'plain', place)(content);
    if (!Array.isArray(content)) return content;
    return mapItems(content, (part) => (isMembers(part) ? mapPart(part, map, role, place) : part));
  });
}

function mapPart(part: Members, map: TextMap, role: TextRole, place: number | undefined): Members {
  let mapped = mapMember(part, 'text', mapText(map, role, 'plain', place));
  mapped = mapMember(mapped, 'refusal', mapText(map, role, 'plain', place));
  mapped = mapMember(mapped, 'image_url', (url) => mapDataUrl(url, map, role));
  mapped = mapMember(mapped, 'file_data', (data) => mapDataUrl(data, map, role));
  showName(map, 'parameter', part.filename);
  mapped = mapMember(mapped, 'annotations', (annotations) =>
    Array.isArray(annotations)
      ? mapItems(annotations, (each) => (isMembers(each) ? mapOthers(each, OF_ANNOTATION, map, 'parameter') : each))
      : annotations,
  );
  return mapOthers(mapped, OF_PART, map, role === 'assistant' ? 'parameter' : role);
}

/** Members of a citation that are no words. */
const OF_ANNOTATION: ReadonlySet<string> = new Set(['type', 'file_id', 'container_id']);

/** The texts of an answer are one content. */
const ANSWER = 1;

/** Maps every text of a whole response that the client is given. Tokens beside a text that changes would give it away. */
export function mapResponsesAnswer<Answer extends Members>(answer: Answer, map: TextMap, hides = true): Answer {
  return mapMember(answer, 'output', (output) =>
    Array.isArray(output)
      ? mapItems(output, (item) => (isMembers(item) ? mapAnswerItem(item, map, hides) : item))
      : output,
  );
}

/** The same for one item of it. */
export function mapAnswerItem(item: Members, map: TextMap, hides = true): Members {
  const mapped = mapItem(item, map, ANSWER);
  if (mapped === item || !hides || !Array.isArray(mapped.content)) return mapped;
  return mapMember(mapped, 'content', (content) => mapItems(content as readonly unknown[], withoutTokens));
}

function withoutTokens(part: unknown): unknown {
  return isMembers(part) && Array.isArray(part.logprobs) && part.logprobs.length > 0 ? { ...part, logprobs: [] } : part;
}
