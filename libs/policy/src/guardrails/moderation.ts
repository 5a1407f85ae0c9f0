import { MODERATION_CATEGORIES } from '../moderation/categories.js';
import { scoreText } from '../moderation/score-text.js';
import type { ModerationConfig } from './definition.js';
import type { Check, GuardedTexts, Verdict } from './guardrail.js';

/** Longer texts are scored piece by piece, with a pause for other requests after each. */
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
        .then((scores): Verdict => (scores.some(isFinding) ? 'finding' : 'pass'))
        .catch(() => 'failure');
  }
  return ({ parts }) => {
    const length = parts.reduce((sum, { text }) => sum + text.length, 0);
    if (length > PIECE)
      return scoreLong(
        parts.map(({ text }) => text),
        isFinding,
      );
    return parts.some(({ text }) => isFinding(scoreText(text))) ? 'finding' : 'pass';
  };
}

/** Rejects where the model leaves a text out: nobody would know what it holds. */
async function askFor({ askModel, parts }: GuardedTexts, model: string): ReturnType<GuardedTexts['askModel']> {
  const texts = parts.map(({ text }) => text).filter((text) => text.trim() !== '');
  if (texts.length === 0) return [];
  const scores = await askModel(model, texts);
  if (scores.length < texts.length) throw new Error('the moderation model left texts out');
  return scores;
}

async function scoreLong(
  texts: readonly string[],
  isFinding: (scores: Readonly<Record<string, number>>) => boolean,
): Promise<Verdict> {
  for (const text of texts) {
    for (let from = 0; from < text.length; from += PIECE - OVERLAP) {
      if (isFinding(scoreText(text.slice(from, from + PIECE)))) return 'finding';
      await new Promise((resume) => setImmediate(resume));
    }
  }
  return 'pass';
}
