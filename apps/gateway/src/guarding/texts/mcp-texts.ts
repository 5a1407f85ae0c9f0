import type { AnswerTexts, EndpointTexts } from './endpoint-texts.js';
import { isMembers, mapItems, mapJsonValue, mapMember, mapText, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** The texts of a part of a result: its text, or that of the resource within. Bytes in base64 are not looked at. */
function mapContent(part: unknown, map: TextMap): unknown {
  if (!isMembers(part)) return part;
  const mapped = mapMember(part, 'text', mapText(map, 'assistant'));
  return mapMember(mapped, 'resource', (resource) =>
    isMembers(resource) ? mapMember(resource, 'text', mapText(map, 'assistant')) : resource,
  );
}

function mapMessage(message: unknown, map: TextMap): unknown {
  return isMembers(message) ? mapMember(message, 'content', (content) => mapContent(content, map)) : message;
}

/** Results are whole: nothing of them is given out before all of it was looked at. */
function refuseStream(): never {
  throw new Error('results of tools are not streamed');
}

const RESULT: AnswerTexts = {
  map<Answer extends Members>(result: Answer, map: TextMap): Answer {
    const mapped = mapMember(result, 'content', (content) =>
      Array.isArray(content) ? mapItems(content, (part) => mapContent(part, map)) : content,
    );
    const whole = mapMember(mapped, 'structuredContent', (value) => mapJsonValue(value, map, 'assistant'));
    const read = mapMember(whole, 'contents', (contents) =>
      Array.isArray(contents) ? mapItems(contents, (part) => mapContent(part, map)) : contents,
    );
    return mapMember(read, 'messages', (messages) =>
      Array.isArray(messages) ? mapItems(messages, (message) => mapMessage(message, map)) : messages,
    );
  },
  startRewriter: refuseStream,
  startTexts: refuseStream,
};

/** The texts of a call of a tool, a resource or a prompt: of its arguments, and of its result (docs/contract/mcp.md#policies). */
export const MCP_TEXTS: EndpointTexts = {
  isGuarded: true,
  mapRequest: (request, map) =>
    mapMember(request, 'arguments', (value) =>
      isMembers(value) ? mapArguments(value, map) : mapJsonValue(value, map, 'tool_call'),
    ),
  answer: RESULT,
  isAnswerStored: true,
};

/** The names of the arguments themselves are the tool's, and stay. */
function mapArguments(values: Members, map: TextMap): Members {
  let mapped = values;
  for (const name of Object.keys(values)) {
    mapped = mapMember(mapped, name, (value) => mapJsonValue(value, map, 'tool_call'));
  }
  return mapped;
}
