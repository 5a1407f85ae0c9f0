import { GatewayError } from '@multilane/errors';
import type { TextPart } from '@multilane/policy';
import type { AnswerTexts, EndpointTexts } from './endpoint-texts.js';
import { FileTexts } from './file-texts.js';
import { TextList } from './text-list.js';

type Members = Readonly<Record<string, unknown>>;

/** The most texts that guardrails and rules of personal data look at: what one turn of the event loop can list and copy. */
const MOST_TEXTS = 50_000;

/** And the most characters of them, some three million tokens: checking takes several times their memory. */
const MOST_CHARACTERS = 12_000_000;

/**
 * The texts of a request, with the names and signed thoughts in it; without those of files that are left waiting.
 *
 * @throws GatewayError 400 `invalid_value` for a request of more than MOST_TEXTS or MOST_CHARACTERS.
 */
export function listRequestTexts(texts: EndpointTexts, request: Members, files = new FileTexts()): TextPart[] {
  const list = new TextList(MOST_TEXTS);
  texts.mapRequest(request, files.withList(list.note));
  if (list.count > MOST_TEXTS || list.characters > MOST_CHARACTERS) throw refuseTooMany(request, list);
  return list.parts();
}

/** Names the member of the request that has most of them. */
function refuseTooMany(request: Members, { count }: TextList): GatewayError {
  let param: string | undefined;
  let most = 0;
  const isMany = count > MOST_TEXTS;
  for (const name in request) {
    const size = measureTexts(request[name], isMany);
    if (size > most) [param, most] = [name, size];
  }
  return new GatewayError('invalid_value', {
    param,
    message: `Guardrails or rules of personal data apply, and they look at no more than ${isMany ? `${MOST_TEXTS} texts` : `${MOST_CHARACTERS} characters`} of a request. Send ${isMany ? 'fewer, longer texts' : 'less'}, or several requests.`,
  });
}

/**
 * Counts the texts within a value, or their characters. All of them count, whether or not a guardrail would look at them: the request has
 * taken most of a turn of the event loop already, and this is many times faster than to list them again.
 */
function measureTexts(value: unknown, isCounted: boolean): number {
  const waiting: unknown[] = [value];
  let size = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') size += isCounted ? 1 : next.length;
    else if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (typeof next === 'object' && next !== null) {
      for (const name in next) waiting.push((next as Members)[name]);
    }
  }
  return size;
}

/** The texts of a whole answer. */
export function listAnswerTexts(texts: AnswerTexts, answer: Members): TextPart[] {
  const list = new TextList();
  texts.map(answer, list.note);
  return list.parts();
}

/** The member that holds tokens instead of texts, which nobody can look into; undefined for none. */
export function findTokens({ tokenMember: name }: EndpointTexts, request: Members): string | undefined {
  const value = name === undefined ? undefined : request[name];
  return Array.isArray(value) && value.length > 0 && typeof value[0] !== 'string' ? name : undefined;
}
