import type { TextRole } from '@multilane/policy';
import type { AnswerTexts, EndpointTexts } from './endpoint-texts.js';
import { mapFreely, mapOthers } from './parameter-texts.js';
import {
  isMembers,
  mapEachMember,
  mapItems,
  mapJsonValue,
  mapMember,
  mapText,
  showName,
  type TextMap,
} from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Metadata of a result is no text of it, for example to a guardrail that requires JSON. */
const BESIDE: TextRole = 'parameter';

/** Members of a part of a result that are mapped by what they are, or that are no words: bytes in base64 are not looked at. */
const OF_PART: ReadonlySet<string> = new Set([
  ...['type', 'text', 'resource', 'name', 'uri', 'data', 'blob', 'mimeType', 'annotations', 'icons'],
]);
/** Members of a message of a prompt, likewise. */
const OF_MESSAGE: ReadonlySet<string> = new Set(['role', 'content']);
/** Members of a result, likewise. */
const OF_RESULT: ReadonlySet<string> = new Set([
  ...['content', 'structuredContent', 'contents', 'messages', 'isError', 'resultType', 'cacheScope', 'nextCursor'],
]);

/** Maps the members that are none of those. Results go to the client: no member is a credential that must be hidden from checkers. */
function mapBeside<Owner extends Members>(owner: Owner, known: ReadonlySet<string>, map: TextMap): Owner {
  return mapOthers(owner, known, map, BESIDE, false);
}

/** The texts of a part of a result: its text, that of the resource within, and what is said of it. Its name and address stay. */
function mapContent(part: unknown, map: TextMap): unknown {
  if (!isMembers(part)) return mapFreely(part, map, BESIDE, false);
  showName(map, BESIDE, part.name);
  showName(map, BESIDE, part.uri);
  let mapped = mapMember(part, 'text', (text) =>
    typeof text === 'string' ? mapText(map, 'assistant')(text) : mapFreely(text, map, BESIDE, false),
  );
  mapped = mapMember(mapped, 'resource', (resource) => mapContent(resource, map));
  return mapBeside(mapped, OF_PART, map);
}

function mapContents(parts: unknown, map: TextMap): unknown {
  return Array.isArray(parts) ? mapItems(parts, (part) => mapContent(part, map)) : mapContent(parts, map);
}

function mapMessage(message: unknown, map: TextMap): unknown {
  if (!isMembers(message)) return mapFreely(message, map, BESIDE, false);
  const mapped = mapMember(message, 'content', (content) => mapContents(content, map));
  return mapBeside(mapped, OF_MESSAGE, map);
}

/** Results are whole: nothing of them is given out before all of it was looked at. */
function refuseStream(): never {
  throw new Error('results of tools are not streamed');
}

const RESULT: AnswerTexts = {
  map<Answer extends Members>(result: Answer, map: TextMap): Answer {
    let mapped = mapMember(result, 'content', (content) => mapContents(content, map));
    mapped = mapMember(mapped, 'structuredContent', (value) => mapJsonValue(value, map, 'assistant'));
    mapped = mapMember(mapped, 'contents', (contents) => mapContents(contents, map));
    mapped = mapMember(mapped, 'messages', (messages) =>
      Array.isArray(messages) ? mapItems(messages, (message) => mapMessage(message, map)) : mapMessage(messages, map),
    );
    return mapBeside(mapped, OF_RESULT, map);
  },
  startRewriter: refuseStream,
  startTexts: refuseStream,
};

/** The texts of a call of a tool, a resource or a prompt: of its arguments, and of its result (docs/contract/mcp.md#policies). */
export const MCP_TEXTS: EndpointTexts = {
  isGuarded: true,
  mapRequest: (request, map) =>
    mapMember(
      mapMember(request, 'arguments', (value) =>
        isMembers(value) ? mapArguments(value, map) : mapJsonValue(value, map, 'tool_call'),
      ),
      '_meta',
      (meta) => (isMembers(meta) ? mapMeta(meta, map) : mapFreely(meta, map, BESIDE, false)),
    ),
  answer: RESULT,
  isAnswerStored: true,
};

/** The names of the arguments themselves are the tool's, and stay. */
function mapArguments(values: Members, map: TextMap): Members {
  return mapEachMember(values, (value) => mapJsonValue(value, map, 'tool_call'));
}

/** Origin of a trace in the format of W3C Trace Context: it has no words. */
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Maps the metadata of a client's call. The names are the client's, and stay. */
function mapMeta(meta: Members, map: TextMap): Members {
  const { traceparent } = meta;
  const isTrace = typeof traceparent === 'string' && TRACE_PARENT.test(traceparent);
  const mapped = mapEachMember(meta, (value) => mapJsonValue(value, map, BESIDE));
  return isTrace ? { ...mapped, traceparent } : mapped;
}
