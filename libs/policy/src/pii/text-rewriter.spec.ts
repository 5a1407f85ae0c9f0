import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EntityName } from './entities.js';
import { JsonRewriter, rewriteJson } from './json-rewriter.js';
import { planScan } from './scan-text.js';
import { rewriteText, TextRewriter } from './text-rewriter.js';
import { EVERYTHING, inPieces, PIECES, texts } from './text-rewriter.tools.spec.js';

describe('TextRewriter', () => {
  test('an entity split over chunks is still caught: every split equals the whole', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const whole = rewriteText(text, EVERYTHING);
        for (let cut = 0; cut <= text.length; cut++) {
          expect(inPieces(new TextRewriter(EVERYTHING), text, [cut])).toBe(whole);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('holds back a bounded number of characters', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
        const rewriter = new TextRewriter({ plan: EVERYTHING.plan, replace: (_entity, value) => value });
        let given = 0;
        let returned = 0;
        for (const piece of pieces) {
          given += piece.length;
          returned += rewriter.push(piece).length;
          expect(given - returned).toBeLessThanOrEqual(330);
        }
        expect(returned + rewriter.end().length).toBe(given);
      }),
    );
  });

  test('does not hold back text that cannot begin an entity', () => {
    const rewriter = new TextRewriter(EVERYTHING);
    expect(rewriter.push('The answer is short. ')).toBe('The answer is short. ');
    expect(rewriter.push('Yes, indeed! ')).toBe('Yes, indeed! ');
    expect(rewriter.push('Hell')).toBe('');
    expect(rewriter.push('o there')).toBe('Hello ');
    const cards = new TextRewriter({ ...EVERYTHING, plan: planScan(new Set<EntityName>(['credit_card'])) });
    expect(cards.push('Hello')).toBe('Hello');
  });
});

describe('JsonRewriter', () => {
  test('sees what is escaped in a stream too, wherever it is cut', () => {
    const text = '{"to":"jane\\u0040example\\u002Ecom","tel":"\\u002b1 212 555 0142","\\u0061@b.example":1}';
    const whole = '{"to":"<email:16>","tel":"<phone:15>","<email:11>":1}';
    expect(rewriteJson(text, EVERYTHING)).toBe(whole);
    for (let cut = 0; cut <= text.length; cut++) {
      expect(inPieces(new JsonRewriter(EVERYTHING), text, [cut])).toBe(whole);
    }
  });

  test('sees what is escaped', () => {
    expect(rewriteJson('{"a":"tel\\njane\\u0040example.com"}', EVERYTHING)).toBe('{"a":"tel\\n<email:16>"}');
  });
});
