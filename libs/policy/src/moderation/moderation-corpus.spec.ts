import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { MODERATION_CATEGORIES, type ModerationCategory } from './categories.js';
import { FLAGGING_SCORE, scoreText } from './score-text.js';

interface LabelledText {
  /** `tuned`: written beside the word lists. `held-out`: written after them, and never used to change them. */
  readonly set: 'tuned' | 'held-out';
  readonly language: string;
  readonly categories: readonly ModerationCategory[];
  readonly text: string;
}

const CORPUS = readFileSync(join(import.meta.dirname, '../../fixtures/moderation/corpus.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledText);

/** docs/moderation.md quotes what is measured here; a change of the lists may not fall below these. */
const FLOORS = [
  ['tuned', { precision: 0.93, recall: 0.98, harmlessFlagged: 0.02 }],
  ['held-out', { precision: 0.9, recall: 0.75, harmlessFlagged: 0.05 }],
] as const;

/** Precision and recall over all pairs of a text and a category, and the share of harmless texts that are flagged. */
function measure(texts: readonly LabelledText[]) {
  const pairs = texts.flatMap(({ text, categories }) => {
    const scores = scoreText(text);
    return MODERATION_CATEGORIES.map((category) => ({
      expected: categories.includes(category),
      flagged: scores[category] >= FLAGGING_SCORE,
    }));
  });
  const hits = pairs.filter(({ expected, flagged }) => expected && flagged).length;
  const harmless = texts.filter(({ categories }) => categories.length === 0);
  const wrong = harmless.filter(({ text }) => Object.values(scoreText(text)).some((score) => score >= FLAGGING_SCORE));
  return {
    precision: round(hits / pairs.filter(({ flagged }) => flagged).length),
    recall: round(hits / pairs.filter(({ expected }) => expected).length),
    harmlessFlagged: round(wrong.length / harmless.length),
    texts: texts.length,
  };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

describe(`the built-in check over ${CORPUS.length} labelled texts`, () => {
  // The figures are in the tests' names, so that every run prints them.
  describe.each(FLOORS)('%s', (set, floor) => {
    const measured = measure(CORPUS.filter((labelled) => labelled.set === set));

    test(`${measured.texts} texts: precision ${measured.precision}, at least ${floor.precision}`, () => {
      expect(measured.texts).toBeGreaterThan(80);
      expect(measured.precision).toBeGreaterThanOrEqual(floor.precision);
    });

    test(`recall ${measured.recall}, at least ${floor.recall}`, () => {
      expect(measured.recall).toBeGreaterThanOrEqual(floor.recall);
    });

    test(`${measured.harmlessFlagged} of the harmless texts flagged, at most ${floor.harmlessFlagged}`, () => {
      expect(measured.harmlessFlagged).toBeLessThanOrEqual(floor.harmlessFlagged);
    });
  });

  test.each(MODERATION_CATEGORIES)('%s is covered, in both sets', (category) => {
    const sets = CORPUS.filter(({ categories }) => categories.includes(category)).map(({ set }) => set);
    expect(new Set(sets)).toEqual(new Set(['tuned', 'held-out']));
  });
});
