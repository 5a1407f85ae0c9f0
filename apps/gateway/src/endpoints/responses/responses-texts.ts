import type { TextRole } from '@multilane/policy';
import { mapFreely, mapOthers, mapParameters } from '../../guarding/texts/parameter-texts.js';
import { mapDataUrl } from '../../guarding/texts/text-files.js';
import {
  isMembers,
  mapItems,
  mapJsonValue,
  mapMember,
  mapText,
  showName,
  type TextFormat,
  type TextMap,
} from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Members that the walk over a request maps itself. */
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

/** Maps the input. Consecutive items of one speaker are one content; each output of a tool is one by itself. */
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

/**
 * One item of a request or an answer. An item of any type may have any member, in any form.
 *
 * @param mayHoldSecrets Whether a member may be the credential of a tool; not in what a model says.
 */
export function mapItem(item: Members, map: TextMap, place: number | undefined, mayHoldSecrets = true): Members {
  const role = roleOfItem(item);
  for (const name of ['name', 'namespace']) showName(map, 'parameter', item[name]);
  let mapped = mapContentOf(item, 'content', map, role, place);
  mapped = mapContentOf(mapped, 'summary', map, role, place);
  mapped = mapContentOf(mapped, 'output', map, 'tool', place);
  mapped = mapMember(mapped, 'arguments', (value) => mapCalled(value, map, 'json'));
  mapped = mapMember(mapped, 'input', (value) => mapCalled(value, map, 'plain'));
  mapped = mapMember(mapped, 'tools', (tools) => mapParameters({ tools }, NONE, map).tools);
  return mapOthers(mapped, OF_ITEM, map, role === 'assistant' ? 'parameter' : role, mayHoldSecrets);
}

function roleOfItem(item: Members): TextRole {
  if (isMessage(item)) return roleOf(item.role);
  const { type } = item;
  if (type === 'reasoning') return 'reasoning';
  return typeof type === 'string' && type.endsWith('_output') ? 'tool' : 'tool_call';
}

/** Maps the input of a called tool: a text, or a value for a tool that is searched for. */
export function mapCalled(value: unknown, map: TextMap, format: TextFormat): unknown {
  return typeof value === 'object' ? mapJsonValue(value, map, 'tool_call') : mapText(map, 'tool_call', format)(value);
}

function roleOf(role: unknown): TextRole {
  if (role === 'developer') return 'system';
  return role === 'assistant' || role === 'system' ? role : 'user';
}

/** A content is a text, or a list of parts; some items have a single one. */
function mapContentOf(item: Members, member: string, map: TextMap, role: TextRole, place?: number): Members {
  return mapMember(item, member, (content) =>
    Array.isArray(content)
      ? mapItems(content, (part) => mapPart(part, map, role, place))
      : mapPart(content, map, role, place),
  );
}

/** A part of a content, which is a text itself in some. */
export function mapPart(part: unknown, map: TextMap, role: TextRole, place?: number): unknown {
  if (!isMembers(part)) return mapText(map, role, 'plain', place)(part);
  let mapped = part;
  for (const name of ['text', 'refusal']) {
    mapped = mapMember(mapped, name, (value) =>
      typeof value === 'string'
        ? mapText(map, role, 'plain', place)(value)
        : mapFreely(value, map, role === 'assistant' ? 'parameter' : role, false),
    );
  }
  mapped = mapMember(mapped, 'image_url', (url) => mapDataUrl(url, map, role));
  mapped = mapMember(mapped, 'file_data', (data) => mapDataUrl(data, map, role));
  showName(map, 'parameter', mapped.filename);
  mapped = mapMember(mapped, 'annotations', (annotations) =>
    Array.isArray(annotations)
      ? mapItems(annotations, (each) => mapCitation(each, map))
      : mapFreely(annotations, map, 'parameter', false),
  );
  return mapOthers(mapped, OF_PART, map, role === 'assistant' ? 'parameter' : role);
}

/** Maps a citation: its titles, quotes and names are free text. */
export function mapCitation(citation: unknown, map: TextMap): unknown {
  return isMembers(citation)
    ? mapOthers(citation, OF_CITATION, map, 'parameter', false)
    : mapFreely(citation, map, 'parameter', false);
}

/** Members of a citation that are no words. */
const OF_CITATION: ReadonlySet<string> = new Set(['type', 'file_id', 'container_id']);
