import type { TextRole } from '@multilane/policy';
import { isMembers, mapItems, mapMember, mapText, type TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Maps every text of a chat request that the provider reads. */
export function mapChatRequest<Request extends Members>(request: Request, map: TextMap): Request {
  const mapped = mapMember(request, 'messages', (messages) =>
    Array.isArray(messages) ? mapItems(messages, (message) => mapMessage(message, map)) : messages,
  );
  return mapMember(mapped, 'prediction', (prediction) =>
    isMembers(prediction)
      ? mapMember(prediction, 'content', (content) => mapContent(content, map, 'assistant'))
      : prediction,
  );
}

function mapMessage(message: unknown, map: TextMap): unknown {
  if (!isMembers(message)) return message;
  const role = roleOf(message.role);
  const mapped = mapMember(message, 'content', (content) => mapContent(content, map, role));
  if (role !== 'assistant') return mapped;
  return mapWords(mapped, map, isSigned(message));
}

/** What an assistant says beside its content. Signed thoughts stay: the provider wrote them, and takes no others. */
function mapWords(message: Members, map: TextMap, keepsThoughts: boolean): Members {
  let mapped = mapMember(message, 'refusal', mapText(map, 'assistant'));
  if (!keepsThoughts) mapped = mapMember(mapped, 'reasoning_content', mapText(map, 'reasoning'));
  mapped = mapMember(mapped, 'function_call', (call) => mapCall(call, map));
  return mapMember(mapped, 'tool_calls', (calls) =>
    Array.isArray(calls)
      ? mapItems(calls, (call) => (isMembers(call) ? mapMember(call, 'function', (each) => mapCall(each, map)) : call))
      : calls,
  );
}

function mapCall(call: unknown, map: TextMap): unknown {
  return isMembers(call) ? mapMember(call, 'arguments', mapText(map, 'tool_call', 'json')) : call;
}

/** A content: a text, or parts of which some are texts. */
export function mapContent(content: unknown, map: TextMap, role: TextRole): unknown {
  if (typeof content === 'string') return map(content, role, 'plain');
  if (!Array.isArray(content)) return content;
  return mapItems(content, (part) => (isMembers(part) ? mapPart(part, map, role) : part));
}

function mapPart(part: Members, map: TextMap, role: TextRole): Members {
  let mapped = mapMember(part, 'text', mapText(map, role));
  mapped = mapMember(mapped, 'refusal', mapText(map, role));
  return mapMember(mapped, 'file', (file) =>
    isMembers(file) ? mapMember(file, 'file_data', (data) => mapTextFile(data, map, role)) : file,
  );
}

const TEXT_FILE = /^data:text\/[a-z0-9.+-]{1,64}(?:;charset=utf-?8)?;base64,/i;

/** A file that is plain text; other files hold no text that the gateway reads. */
function mapTextFile(data: unknown, map: TextMap, role: TextRole): unknown {
  const [head] = (typeof data === 'string' && TEXT_FILE.exec(data)) || [];
  if (head === undefined) return data;
  const text = Buffer.from((data as string).slice(head.length), 'base64').toString('utf8');
  const mapped = map(text, role, 'plain');
  return mapped === text ? data : head + Buffer.from(mapped, 'utf8').toString('base64');
}

function roleOf(role: unknown): TextRole {
  if (role === 'system' || role === 'developer') return 'system';
  if (role === 'assistant') return 'assistant';
  return role === 'tool' || role === 'function' ? 'tool' : 'user';
}

function isSigned({ reasoning_details: details }: Members): boolean {
  return Array.isArray(details) && details.length > 0;
}

/** Maps every text of a whole answer of chat that the client is given. */
export function mapChatAnswer<Answer extends Members>(answer: Answer, map: TextMap): Answer {
  return mapMember(answer, 'choices', (choices) =>
    Array.isArray(choices)
      ? mapItems(choices, (choice) =>
          isMembers(choice)
            ? mapMember(choice, 'message', (message) => (isMembers(message) ? mapAnswerMessage(message, map) : message))
            : choice,
        )
      : choices,
  );
}

function mapAnswerMessage(message: Members, map: TextMap): Members {
  let mapped = mapMember(message, 'content', (content) => mapContent(content, map, 'assistant'));
  mapped = mapMember(mapped, 'reasoning', mapText(map, 'reasoning'));
  mapped = mapMember(mapped, 'audio', (audio) =>
    isMembers(audio) ? mapMember(audio, 'transcript', mapText(map, 'assistant')) : audio,
  );
  mapped = mapMember(mapped, 'reasoning_details', (details) => mapReasoningDetails(details, map));
  return mapWords(mapped, map, false);
}

/** The thoughts in their signed form; one that changes loses its signature, which no longer fits. */
export function mapReasoningDetails(details: unknown, map: TextMap): unknown {
  if (!Array.isArray(details)) return details;
  return mapItems(details, (detail) => {
    if (!isMembers(detail)) return detail;
    const mapped = ['text', 'summary'].reduce((each, name) => mapMember(each, name, mapText(map, 'reasoning')), detail);
    return mapped === detail || mapped.signature === undefined ? mapped : { ...mapped, signature: '' };
  });
}
