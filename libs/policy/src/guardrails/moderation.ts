import type { GuardrailVerdict } from '@multilane/contracts';
import { MODERATION_CATEGORIES } from '../moderation/categories.js';
import { scoreText } from '../moderation/score-text.js';
import type { ModerationConfig } from './definition.js';
import type { Check, GuardedTexts } from './guardrail.js';
import { describePart } from './http.js';

/** Longer texts are scored piece by piece, so that memory does not grow with them. */
const PIECE = 50_000;
/** So that what is cut in two is found in one of them. */
const OVERLAP = 500;

/** A category with at least the threshold is a finding, by the built-in check or by a moderation model. */
export function compileModerationCheck({ model, categories, threshold }: ModerationConfig): Check {
  const counted = new Set(categories ?? MODERATION_CATEGORIES);
  const isFinding = (scores: Readonly<Record<string, number>>): boolean =>
    Object.entries(scores).some(
      ([category, score]) => score >= threshold && (categories === undefined || counted.has(category)),
    );
  if (model !== undefined) {
    return (texts) =>
      askFor(texts, model)
        .then((scores): GuardrailVerdict => (scores.some(isFinding) ? 'finding' : 'pass'))
        // A verdict of its own: it is counted, and blocks where the guardrail says so.
        .catch(() => 'failure');
  }
  const isFound = (text: string): boolean => splitText(text).some((piece) => isFinding(scoreText(piece)));
  return ({ readings }) =>
    readings.list().some(({ text, plain }) => isFound(text) || (plain !== text && isFound(plain))) ? 'finding' : 'pass';
}

/** Rejects where the model leaves a text out: nobody would know what it holds. */
async function askFor({ askModel, parts }: GuardedTexts, model: string): ReturnType<GuardedTexts['askModel']> {
  const texts = parts.map((part) => describePart(part).text).filter((text) => text.trim() !== '');
  if (texts.length === 0) return [];
  const scores = await askModel(model, texts);
  if (scores.length < texts.length) throw new Error('the moderation model left texts out');
  return scores;
}

function splitText(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < text.length; from += PIECE - OVERLAP)
    pieces.push(text.slice(from, from + PIECE));
  return pieces;
}
