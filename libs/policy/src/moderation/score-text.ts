import { MODERATION_CATEGORIES, type ModerationCategory } from './categories.js';
import { type Occurrences, TermFinder } from './find-terms.js';
import { readWords } from './read-words.js';
import { MODERATION_RULES, type ModerationRule } from './rules.js';
import { type Concept, VOCABULARY } from './vocabulary/concepts.js';

/** From 0 (nothing was found) to 1, for each category. */
export type CategoryScores = Readonly<Record<ModerationCategory, number>>;

/** A category with at least this score is flagged. */
export const FLAGGING_SCORE = 0.5;

/** Share of a score that is left if the text speaks about the matter. */
const LEFT_WHEN_ABOUT = 0.2;
/** Distance from the match, in words, within which a word may say so. */
const REACH_OF_CONTEXT = 12;

const FINDER = new TermFinder<Concept>(VOCABULARY, 'benign');

/**
 * Scores a text by the rules of the built-in check: deterministic, in time that grows with its length alone. Several
 * reasons for one category add up as independent evidence does (1 − Π(1 − score)); finding a reason twice adds nothing.
 */
export function scoreText(text: string): CategoryScores {
  const innocence = new Map<ModerationCategory, number>();
  const found = FINDER.find(readWords(text));
  for (const rule of found.size === 0 ? [] : MODERATION_RULES) {
    const share = findShare(rule, found);
    if (share === 0) continue;
    for (const [category, score] of Object.entries(rule.scores) as [ModerationCategory, number][]) {
      innocence.set(category, (innocence.get(category) ?? 1) * (1 - score * share));
    }
  }
  const scores = MODERATION_CATEGORIES.map((category) => [category, round(1 - (innocence.get(category) ?? 1))]);
  return Object.fromEntries(scores) as CategoryScores;
}

/** 1 where the rule's concepts occur together, less where only in a text about the matter, 0 if they do not. */
function findShare(rule: ModerationRule, found: Occurrences<Concept>): number {
  const [first, ...others] = rule.near.map((concept) => found.get(concept) ?? NONE);
  if (first === undefined || others.some(({ length }) => length === 0)) return 0;
  const contexts = (rule.unless ?? []).map((concept) => found.get(concept) ?? NONE);
  let share = 0;
  for (const position of first) {
    if (!others.every((positions) => holdsNear(positions, position, rule.span))) continue;
    if (!contexts.some((positions) => holdsNear(positions, position, REACH_OF_CONTEXT))) return 1;
    share = LEFT_WHEN_ABOUT;
  }
  return share;
}

const NONE: readonly number[] = [];

/** True if one of the ascending positions is at most `span` away, by binary search. */
function holdsNear(positions: readonly number[], position: number, span: number): boolean {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < position - span) low = middle + 1;
    else high = middle;
  }
  return (positions[low] ?? Number.POSITIVE_INFINITY) <= position + span;
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
