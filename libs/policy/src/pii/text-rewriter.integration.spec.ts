import { describe, expect, test } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { JsonRewriter, rewriteJson } from './json-rewriter.js';
import { rewriteText, TextRewriter } from './text-rewriter.js';
import { EVERYTHING, inPieces, texts } from './text-rewriter.tools.spec.js';

describe('TextRewriter, at length', () => {
  test('an entity split over chunks is still caught: every split equals the whole', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const whole = rewriteText(text, EVERYTHING);
        for (let cut = 0; cut <= text.length; cut++) {
          expect(inPieces(new TextRewriter(EVERYTHING), text, [cut])).toBe(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the same with any number of cuts, and one character at a time', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200)), (text, cuts) => {
        const whole = rewriteText(text, EVERYTHING);
        expect(inPieces(new TextRewriter(EVERYTHING), text, cuts)).toBe(whole);
        const every = Array.from(text, (_, index) => index);
        expect(inPieces(new TextRewriter(EVERYTHING), text, every)).toBe(whole);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    'a',
    '1',
    'a.',
    '1 ',
    '1-',
    '+',
    '(',
    ':',
    '1:',
    'a@',
    'a@b.',
    '[EMAIL_',
    '0 ',
    'DE89 ',
    '1.1.',
    'call 1',
    "'",
    '%40',
    'a-',
  ])('takes time in proportion to the length of %j repeated', async (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    rewriteText(text.slice(0, 10_000), EVERYTHING);
    // Quadratic time would take minutes.
    await expectWithin(4_000, () => processorTimeOf(() => rewriteText(text, EVERYTHING)));
  });
});

describe('JsonRewriter, at length', () => {
  const json = fc
    .jsonValue({ maxDepth: 3 })
    .chain((value) =>
      texts.map((text) => JSON.stringify({ value, text, list: [text, 4111111111111111], [text]: null })),
    );

  test('arguments stay JSON, whatever is replaced in them, however they are split', () => {
    fc.assert(
      fc.property(json, fc.array(fc.nat(400)), (text, cuts) => {
        const whole = rewriteJson(text, EVERYTHING);
        expect(JSON.parse(inPieces(new JsonRewriter(EVERYTHING), text, cuts))).toEqual(JSON.parse(whole));
        const every = Array.from(text, (_, index) => index);
        expect(JSON.parse(inPieces(new JsonRewriter(EVERYTHING), text, every))).toEqual(JSON.parse(whole));
        const parsed = JSON.parse(whole) as { text: string; list: unknown[] };
        const { text: plain } = JSON.parse(text) as { text: string };
        expect(parsed.text).toBe(rewriteText(plain, EVERYTHING));
        expect(parsed.list[1]).toBe('<credit_card:16>');
      }),
      { numRuns: 500 },
    );
  });
});
