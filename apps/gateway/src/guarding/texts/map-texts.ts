import { GatewayError } from '@multilane/errors';
import type { TextPart, TextRole } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { mapChatAnswer, mapChatRequest } from './chat-texts.js';
import { mapMessagesAnswer, mapMessagesRequest } from './messages-texts.js';
import { mapCompletionsAnswer, mapDecisionRequest, mapMembers } from './other-texts.js';
import type { TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

const PROMPT: ReadonlySet<string> = new Set(['prompt', 'suffix']);
const INPUT: ReadonlySet<string> = new Set(['input']);
const DOCUMENTS: ReadonlySet<string> = new Set(['query', 'documents']);

/**
 * The request with every text mapped that a provider reads: messages, system and instructions, tool results and arguments,
 * documents, what definitions say, stop sequences, `user`, `metadata`, and members that the gateway does not know. Ids, names
 * of tools and schemas stay. Never mutates; the very request where nothing changes.
 */
export function mapRequestTexts<Request extends Members>(endpoint: Endpoint, request: Request, map: TextMap): Request {
  switch (endpoint) {
    case 'chat':
      return mapChatRequest(request, map);
    case 'messages':
    case 'countTokens':
      return mapMessagesRequest(request, map);
    case 'completions':
      return mapMembers(request, PROMPT, map);
    case 'embeddings':
    case 'moderations':
      return mapMembers(request, INPUT, map);
    case 'rerank':
      return mapMembers(request, DOCUMENTS, map);
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

/** The most texts that guardrails and rules of personal data look at: what one turn of the event loop can list and copy. */
export const MOST_TEXTS = 50_000;

/**
 * The texts of a request, with the names and signed thoughts in it.
 *
 * @throws GatewayError 400 `invalid_value` for a request of more than MOST_TEXTS.
 */
export function listRequestTexts(endpoint: Endpoint, request: Members): TextPart[] {
  const texts = new TextList(MOST_TEXTS);
  mapRequestTexts(endpoint, request, texts.note);
  if (texts.count > MOST_TEXTS) throw refuseTooMany(endpoint, request);
  return texts.list();
}

/** Names the member of the request that has most of them. */
function refuseTooMany(endpoint: Endpoint, request: Members): GatewayError {
  let param: string | undefined;
  let most = 0;
  for (const name in request) {
    const texts = new TextList(0);
    mapRequestTexts(endpoint, { [name]: request[name] }, texts.note);
    if (texts.count > most) [param, most] = [name, texts.count];
  }
  return new GatewayError('invalid_value', {
    param,
    message: `Guardrails or rules of personal data apply, and they look at no more than ${MOST_TEXTS} texts of a request. Send fewer, longer ones, or several requests.`,
  });
}

/** The texts of a whole answer. */
export function listAnswerTexts(endpoint: Endpoint, answer: Members): TextPart[] {
  const texts = new TextList();
  mapAnswerTexts(endpoint, answer, texts.note);
  return texts.list();
}

/** Stands between names, so that no two of them read as one. */
const BETWEEN = '\n;\n';

/** Notes texts, and counts those beyond a bound. There may be thousands of words in definitions: those of a role are one text. */
class TextList {
  count = 0;
  readonly #parts: TextPart[] = [];
  readonly #words = new Map<TextRole, string[]>();

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  get note(): TextMap {
    return (text, role, format, content) => {
      this.count += 1;
      if (this.count > this.most) return text;
      if (role === 'definition' || role === 'parameter') this.#noteWord(role, text);
      else if (format === 'json') this.#parts.push({ role, text, format });
      else if (content !== undefined) this.#parts.push({ role, text, content });
      else this.#parts.push({ role, text });
      return text;
    };
  }

  list(): TextPart[] {
    for (const [role, words] of this.#words) this.#parts.push({ role, text: words.join(BETWEEN) });
    return this.#parts;
  }

  #noteWord(role: TextRole, word: string): void {
    const known = this.#words.get(role);
    if (known) known.push(word);
    else this.#words.set(role, [word]);
  }
}

const TOKEN_MEMBERS: Partial<Record<Endpoint, string>> = { completions: 'prompt', embeddings: 'input' };

/** The member that holds tokens in place of texts, which nobody can look into; undefined for none. */
export function findTokens(endpoint: Endpoint, request: Members): string | undefined {
  const name = TOKEN_MEMBERS[endpoint];
  const value = name === undefined ? undefined : request[name];
  return Array.isArray(value) && value.length > 0 && typeof value[0] !== 'string' ? name : undefined;
}
