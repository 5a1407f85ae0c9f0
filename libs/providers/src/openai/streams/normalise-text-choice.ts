import { isRecord } from '@multilane/contracts';
import { mapErrorInAnswer } from '../../shared/failures/map-error.js';
import { mapFinishReason } from '../../shared/finish-reasons.js';
import { normaliseWords } from '../../shared/texts/normalise-words.js';

/**
 * Brings one choice of a text completion, whole or streamed, to the reference shape in place; true when something
 * changed. A choice that only finishes or carries a filter's findings may come without a text: it gets an empty one. Hosts that know
 * chat alone answer with a `message` or a `delta`. Throws a `ProviderFailure` for a choice that failed.
 */
export function normaliseTextChoice(
  choice: Record<string, unknown>,
  onUnknownFinishReason: ((reason: string) => void) | undefined,
): boolean {
  if (choice.error) throw mapErrorInAnswer({ error: choice.error });
  let changed = false;
  if (typeof choice.text !== 'string') {
    choice.text = readText(choice);
    changed = true;
  }
  const reason = mapFinishReason(choice.finish_reason, false, onUnknownFinishReason);
  if (reason === choice.finish_reason) return changed;
  choice.finish_reason = reason;
  return true;
}

function readText({ delta, message, text }: Record<string, unknown>): string {
  if (text !== undefined && text !== null) return JSON.stringify(text);
  const words = isRecord(delta) ? { ...delta } : isRecord(message) ? { ...message } : {};
  normaliseWords(words);
  return typeof words.content === 'string' ? words.content : '';
}
