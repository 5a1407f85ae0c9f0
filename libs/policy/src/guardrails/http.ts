import { type GuardrailVerdict, parseBoundedJson } from '@multilane/contracts';
import type { HttpCheckerConfig } from './definition.js';
import type { Check } from './guardrail.js';
import { unescapeText } from './reading/unescape-text.js';
import type { TextPart, TextRole } from './text-part.js';

/** Posts JSON to a checker and resolves with what it answered, parsed; rejects for any other answer than a 2xx of JSON. */
export type PostJson = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<unknown>;

/**
 * An operator's own checker. It is asked with `{ guardrail, phase, endpoint, model, request_id, texts: [{ role, text }] }`
 * and answers `{ "allowed": true }` or `{ "allowed": false }`; anything else, and none in time, is a failure.
 */
export function compileHttpCheck(
  name: string,
  { url, headers, timeout_ms: limitMs }: HttpCheckerConfig,
  post: PostJson,
): Check {
  return async ({ phase, endpoint, model, requestId, parts }): Promise<GuardrailVerdict> => {
    const texts = parts.map(describePart);
    const question = { guardrail: name, phase, endpoint, model, request_id: requestId, texts };
    try {
      return judge(await post(url, headers, JSON.stringify(question), AbortSignal.timeout(limitMs)));
    } catch {
      // A verdict of its own: it is counted, and blocks where the guardrail says so.
      return 'failure';
    }
  };
}

/** Text in the form that checkers get. JSON is rewritten, so that letters are letters whatever it was escaped by. */
export function describePart({ role, text, format }: TextPart): { readonly role: TextRole; readonly text: string } {
  if (format !== 'json' || !text.includes('\\')) return { role, text };
  try {
    return { role, text: JSON.stringify(parseBoundedJson(text)) };
  } catch {
    return { role, text: unescapeText(text, true) };
  }
}

function judge(answer: unknown): GuardrailVerdict {
  const allowed = typeof answer === 'object' && answer !== null ? (answer as { allowed?: unknown }).allowed : undefined;
  if (allowed === true) return 'pass';
  return allowed === false ? 'finding' : 'failure';
}
