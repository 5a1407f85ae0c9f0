import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ENTITY_NAMES, type EntityName } from './entities.js';
import { JsonRewriter, rewriteJson } from './json-rewriter.js';
import { PlaceholderForm } from './placeholder-form.js';
import { planScan } from './scan-text.js';
import { type Replacements, type Rewriter, rewriteText, TextRewriter } from './text-rewriter.js';

const FORM = new PlaceholderForm('[EMAIL_1]');
const EVERYTHING: Replacements = {
  plan: planScan(new Set(ENTITY_NAMES), FORM),
  replace: (entity, value) => `<${entity}:${value.length}>`,
};

const PIECES = [
  'jane@example.com',
  'jane.doe+tag@mail.example.co.uk',
  'j@x',
  '@',
  '.',
  '..',
  ' ',
  '\n',
  ',',
  '-',
  '+',
  '(',
  ')',
  ':',
  '4111 1111 1111 1111',
  '4111-1111',
  '5555555555554444',
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK',
  '60161331926819',
  '+1 212 555 1234',
  '(212) 555-1234',
  '0049 30 901820',
  '020 7946 0958',
  'call ',
  'phone: ',
  '123-45-6789',
  'ssn ',
  '192.168.10.1',
  '2001:db8::8a2e:370:7334',
  '::1',
  'fe80::',
  '1',
  '23',
  '2024-01-15',
  'a',
  'word ',
  'ü',
  '[EMAIL_1]',
  'order no. ',
  'client IP ',
  'version ',
  'Chrome/',
  '==',
  '[',
  ' bytes',
  '0 ',
  'https://',
  '84.112.7.203',
  '[EMAIL_',
  '12]',
  '[PHONE_',
  '%40',
  '_',
  '"',
  '\\',
  '{',
  '}',
  '/',
  '中文',
  '\u00a0',
  '😀',
  'x'.repeat(70),
]; // prettier-ignore

const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

function inPieces(rewriter: Rewriter, text: string, cuts: readonly number[]): string {
  let written = '';
  let from = 0;
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    const to = Math.min(cut, text.length);
    if (to > from) written += rewriter.push(text.slice(from, to));
    from = Math.max(from, to);
  }
  return written + rewriter.push(text.slice(from)) + rewriter.end();
}

describe('TextRewriter', () => {
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
  ])('takes time in proportion to the length of %j repeated', (piece) => {
    const time = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const start = performance.now();
      rewriteText(text, EVERYTHING);
      return performance.now() - start;
    };
    time(10_000);
    // Quadratic time would take minutes.
    expect(time(100_000)).toBeLessThan(4_000);
  });
});

describe('JsonRewriter', () => {
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
