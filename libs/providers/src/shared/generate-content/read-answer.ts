import { isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../../adapter.js';
import { isErrorEvent } from '../failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../failures/map-error.js';
import type { Json } from './native-types.js';

/** The answer, or an event of a stream, as an object; throws a `ProviderFailure` for an error or anything else. */
export function readAnswer(value: unknown): Json {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.candidates) && !isRecord(body.promptFeedback) && isErrorEvent(body))
    throw mapErrorInAnswer(body);
  return body;
}

/** True if the provider refused the prompt: no candidates, and the reason instead (…#PromptFeedback). */
export function isBlocked(body: Json): boolean {
  return isRecord(body.promptFeedback) && Boolean(body.promptFeedback.blockReason);
}

/** Id, time and model of an answer; a blocked prompt's names neither id nor model. */
export function readIdentity(body: Json, facts: DecodeFacts): { id: string; created: number; model: string } {
  // Only the cloud edition reports the time.
  const created = typeof body.createTime === 'string' ? Math.floor(Date.parse(body.createTime) / 1000) : Number.NaN;
  return {
    id: typeof body.responseId === 'string' && body.responseId !== '' ? body.responseId : `chatcmpl-${facts.idSeed}`,
    created: Number.isNaN(created) ? facts.created : created,
    model: typeof body.modelVersion === 'string' ? body.modelVersion : (facts.model ?? ''),
  };
}
