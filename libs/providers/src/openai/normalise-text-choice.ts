import { mapErrorInAnswer } from '../shared/map-error.js';
import { mapFinishReason } from './normalise-chunk.js';

/**
 * Brings one choice of a text completion, whole or streamed, to the reference shape in place; true when something
 * changed. A choice that only finishes or carries a filter's findings may come without a text: it gets an empty one.
 * Throws a `ProviderFailure` for a choice that failed.
 */
export function normaliseTextChoice(choice: Record<string, unknown>, mapsReasons: boolean): boolean {
  if (choice.error) throw mapErrorInAnswer({ error: choice.error });
  let changed = false;
  if (typeof choice.text !== 'string') {
    choice.text = '';
    changed = true;
  }
  if (!mapsReasons) return changed;
  const reason = mapFinishReason(choice.finish_reason, false);
  if (reason === choice.finish_reason) return changed;
  choice.finish_reason = reason;
  return true;
}
