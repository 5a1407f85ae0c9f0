import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MODERATION_CATEGORIES } from './categories.js';
import { BUILTIN_MODERATION, moderate } from './moderate.js';
import { scoreText } from './score-text.js';

const THREAT = 'I will kill you';
const HARMLESS = 'The train leaves at nine.';
const image = { type: 'image_url' as const, image_url: { url: 'https://example.com/a.png' } };
const text = (words: string) => ({ type: 'text' as const, text: words });

describe('moderate', () => {
  test('names itself `builtin-moderation` and covers the reference categories (docs/contract/moderations.md#moderations)', () => {
    const { id, model, results } = moderate(HARMLESS, 'modr-1');
    expect({ id, model }).toEqual({ id: 'modr-1', model: BUILTIN_MODERATION });
    expect(BUILTIN_MODERATION).toBe('builtin-moderation');
    expect(results).toHaveLength(1);
    const categories = [...MODERATION_CATEGORIES];
    expect(Object.keys(results[0]?.categories ?? {})).toEqual(categories);
    expect(Object.keys(results[0]?.category_scores ?? {})).toEqual(categories);
    expect(Object.keys(results[0]?.category_applied_input_types ?? {})).toEqual(categories);
    expect(results[0]?.flagged).toBe(false);
  });

  test('gives one result for each text of a list, in order', () => {
    const { results } = moderate([HARMLESS, THREAT, ''], 'x');
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true, false]);
    expect(results[1]).toEqual(moderate(THREAT, 'x').results[0]);
  });

  test('judges the parts of a multi-modal input together, and says that images were not looked at', () => {
    const { results } = moderate([text(HARMLESS), image, text(THREAT)], 'x');
    expect(results).toHaveLength(1);
    expect(results[0]?.flagged).toBe(true);
    expect(new Set(Object.values(results[0]?.category_applied_input_types ?? {}).flat())).toEqual(new Set(['text']));
  });

  test('declares an image alone unchecked', () => {
    const [result] = moderate([image], 'x').results;
    expect(result?.flagged).toBe(false);
    expect(Object.values(result?.category_applied_input_types ?? {}).flat()).toEqual([]);
  });

  test('is deterministic, scores from 0 to 1, and flags what reaches the threshold', () => {
    const pieces = fc.constantFrom('kill', 'you', 'I will', '.', 'how to', 'make', 'a bomb', 'Jews', 'vermin', 'naked');
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(pieces).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(texts, (input) => {
        const [result] = moderate(input, 'x').results;
        expect(moderate(input, 'x').results[0]).toEqual(result);
        for (const category of MODERATION_CATEGORIES) {
          const score = result?.category_scores[category] ?? -1;
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(result?.categories[category]).toBe(score >= 0.5);
        }
        expect(result?.flagged).toBe(Object.values(result?.categories ?? {}).includes(true));
      }),
    );
  });
});

describe('scoreText', () => {
  test.each([
    ['case', 'i WILL KiLl yOU'],
    ['digits for letters', 'I w1ll k1ll y0u'],
    ['a digit for an l', 'I will ki11 you'],
    ['stretched letters', 'I will kiiiill you'],
    ['stretched double letters', 'I will killllll you'],
    ['full-width letters', 'I will ｋｉｌｌ you'],
    ['mathematical letters', 'I will 𝐤𝐢𝐥𝐥 you'],
    ['accents', 'I wíll kïll yóu'],
    ['letters of another script', 'I will kіll уou'],
    ['zero-width characters', 'I will k\u200bi\u200dl\ufeffl you'],
    ['soft hyphens', 'I will k\u00adill you'],
    ['spaced letters', 'I will k i l l you'],
    ['dotted letters', 'I will k.i.l.l you'],
    ['signs for letters', 'I will k!ll you'],
    ['typographic apostrophes', 'I’ll kill you'],
  ])('sees through %s', (_name, disguised) => {
    expect(scoreText(disguised)['harassment/threatening']).toBeGreaterThanOrEqual(0.5);
  });

  test.each([
    ['a harmless phrase', 'How do I kill the process that you started?'],
    ['words of different sentences', 'I will. Kill. You.'],
    ['words far apart', `I will ${'very '.repeat(20)} kill ${'very '.repeat(20)} you`],
    ['a game', 'In this game I will kill you first, player two'],
  ])('is not misled by %s', (_name, harmless) => {
    expect(scoreText(harmless)['harassment/threatening']).toBeLessThan(0.5);
  });
});
