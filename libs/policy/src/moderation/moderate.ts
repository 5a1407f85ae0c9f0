import type { ModerationResult, ModerationsRequest, ModerationsResponse } from '@multilane/contracts';
import { MODERATION_CATEGORIES } from './categories.js';
import { FLAGGING_SCORE, scoreText } from './score-text.js';

/** The name by which the built-in check signs its answers (docs/contract/moderations.md#moderations). */
export const BUILTIN_MODERATION = 'builtin-moderation';

/** More characters than this are rejected, for the check runs on the thread that serves every request: about 0.1 s. */
export const LONGEST_MODERATED_INPUT = 250_000;

/** The characters of all texts of an input together, UTF-16 units. */
export function countCharacters(input: ModerationsRequest['input']): number {
  return listTexts(input).reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/**
 * The built-in check's answer in the reference shape: one result for a text, for each text of a list, and for all parts
 * of a multi-modal input together. Images are not looked at: `category_applied_input_types` names `text` alone, and
 * nothing if there was no text.
 */
export function moderate(input: ModerationsRequest['input'], id: string): ModerationsResponse {
  return { id, model: BUILTIN_MODERATION, results: listTexts(input).map(judge) };
}

/** The text of each result; undefined if the input holds none. */
function listTexts(input: ModerationsRequest['input']): (string | undefined)[] {
  if (typeof input === 'string') return [input];
  if (typeof input[0] === 'string') return input.map(String);
  const texts = input.flatMap((part) => (typeof part === 'object' && part.type === 'text' ? [part.text] : []));
  return [texts.length === 0 ? undefined : texts.join('\n')];
}

function judge(text: string | undefined): ModerationResult {
  const category_scores = scoreText(text ?? '');
  const applied = text === undefined ? [] : ['text'];
  const forEach = <Value>(value: (score: number) => Value) =>
    Object.fromEntries(MODERATION_CATEGORIES.map((category) => [category, value(category_scores[category])]));
  const categories = forEach((score) => score >= FLAGGING_SCORE);
  return {
    flagged: Object.values(categories).includes(true),
    categories,
    category_scores: { ...category_scores },
    category_applied_input_types: forEach(() => [...applied]),
  };
}
