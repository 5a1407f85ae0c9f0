import type { TextPart } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { mapChatAnswer, mapChatRequest } from './chat-texts.js';
import { mapMessagesAnswer, mapMessagesRequest } from './messages-texts.js';
import { mapCompletionsAnswer, mapDecisionRequest, mapMembers } from './other-texts.js';
import type { TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The request with every text mapped that a provider reads: messages, system and instructions, tool results and arguments,
 * documents. Ids, names of tools and schemas stay. Never mutates; the very request where nothing changes.
 */
export function mapRequestTexts<Request extends Members>(endpoint: Endpoint, request: Request, map: TextMap): Request {
  switch (endpoint) {
    case 'chat':
      return mapChatRequest(request, map);
    case 'messages':
    case 'countTokens':
      return mapMessagesRequest(request, map);
    case 'completions':
      return mapMembers(request, ['prompt', 'suffix'], map);
    case 'embeddings':
    case 'moderations':
      return mapMembers(request, ['input'], map);
    case 'rerank':
      return mapMembers(request, ['query', 'documents'], map);
    case 'decision':
      return mapDecisionRequest(request, map);
  }
}

/** The whole answer of a provider with every text mapped that the client is given. */
export function mapAnswerTexts<Answer extends Members>(endpoint: Endpoint, answer: Answer, map: TextMap): Answer {
  switch (endpoint) {
    case 'chat':
      return mapChatAnswer(answer, map);
    case 'messages':
      return mapMessagesAnswer(answer, map);
    case 'completions':
      return mapCompletionsAnswer(answer, map);
    default:
      return answer;
  }
}

/** Whether the answers of an endpoint are words of a model. */
export function hasWords(endpoint: Endpoint): boolean {
  return endpoint === 'chat' || endpoint === 'messages' || endpoint === 'completions';
}

/** The texts of a request. */
export function listRequestTexts(endpoint: Endpoint, request: Members): TextPart[] {
  const parts: TextPart[] = [];
  mapRequestTexts(endpoint, request, noteInto(parts));
  return parts;
}

/** The texts of a whole answer. */
export function listAnswerTexts(endpoint: Endpoint, answer: Members): TextPart[] {
  const parts: TextPart[] = [];
  mapAnswerTexts(endpoint, answer, noteInto(parts));
  return parts;
}

function noteInto(parts: TextPart[]): TextMap {
  return (text, role) => {
    parts.push({ role, text });
    return text;
  };
}

const TOKEN_MEMBERS: Partial<Record<Endpoint, string>> = { completions: 'prompt', embeddings: 'input' };

/** The member that holds tokens in place of texts, which nobody can look into; undefined for none. */
export function findTokens(endpoint: Endpoint, request: Members): string | undefined {
  const name = TOKEN_MEMBERS[endpoint];
  const value = name === undefined ? undefined : request[name];
  return Array.isArray(value) && value.length > 0 && typeof value[0] !== 'string' ? name : undefined;
}
