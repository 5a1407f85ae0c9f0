import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applySpans, packTexts, type ScannableText } from './apply-spans.js';
import { isEscapedJson, rewriteJson } from './json-rewriter.js';
import { mergePiiPolicies, type PiiPolicy } from './pii-rules.js';
import { answerAsk, describePlan, type SpansResult } from './pii-scan.js';
import { PiiSession } from './pii-session.js';
import { type Replacements, rewriteText } from './text-rewriter.js';

const POLICY: PiiPolicy = {
  entities: ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address'],
  custom_entities: [{ name: 'badge', pattern: '[Bb]"?[0-9]{4}', ignore_case: false }],
  input: 'redact',
  output: 'buffer',
  placeholder: '[EMAIL_1]',
  restore: true,
};

const WORDS = [
  'a@example.com',
  'b.c@example.org',
  '4111111111111111',
  '192.0.2.7',
  '+1 212 555 0142',
  'B1234',
  'b"1234',
];
const FILLERS = [
  ' ',
  '\n',
  '"',
  '\\',
  'word',
  'ü',
  '\ud83d',
  '[EMAIL_1]',
  '[EMAIL_2]',
  '1',
  ',',
  '{',
  '}',
  '\u0000',
  '-',
];

const prose = fc.array(fc.constantFrom(...WORDS, ...FILLERS), { maxLength: 40 }).map((pieces) => pieces.join(''));
const number = fc.constantFrom(4_111_111_111_111_111, 12_125_550_142, 1, 1.5);
const value = fc.dictionary(prose, fc.oneof(prose, number, fc.array(fc.oneof(prose, number))), { maxKeys: 4 });
const escapeLetters = (json: string): string =>
  json.replace(/[ac@]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const json = value.map((members) => JSON.stringify(members));
const text: fc.Arbitrary<ScannableText> = fc.oneof(
  prose.map((written) => ({ text: written, isJson: false })),
  json.map((written) => ({ text: written, isJson: true })),
  // Cut off, or no JSON at all.
  prose.map((written) => ({ text: written, isJson: true })),
  json.map((written) => ({ text: escapeLetters(written), isJson: false })),
);

function sessionOf(): PiiSession {
  const rules = mergePiiPolicies([POLICY]);
  if (!rules) throw new Error('there are rules');
  return new PiiSession(rules);
}

const rewriteHere = (texts: readonly ScannableText[], by: Replacements, readsEscapes: boolean): string[] =>
  texts.map(({ isJson, text: each }) =>
    isJson || (readsEscapes && isEscapedJson(each)) ? rewriteJson(each, by) : rewriteText(each, by),
  );

/** Pieces of any length may be scanned between interruptions. */
function rewriteElsewhere(
  texts: readonly ScannableText[],
  by: Replacements,
  escapes: boolean,
  piece?: number,
): Promise<string[]> {
  const scan = answerAsk(structuredClone(packTexts(texts, describePlan(by.plan), escapes)), piece);
  let step = scan.next();
  while (step.done !== true) step = scan.next();
  return applySpans(texts, structuredClone(step.value) as SpansResult, by);
}

describe('texts in which another thread finds the entities', () => {
  test('are rewritten as they are here: requests, and then their answers', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 6 }),
        fc.array(text, { maxLength: 6 }),
        fc.integer({ min: 1, max: 300 }),
        async (asked, answered, piece) => {
          const here = sessionOf();
          const there = sessionOf();
          for (const { input, placeholders } of [here, there]) {
            if (!input) throw new Error('requests are redacted');
            for (const { text: each } of asked) placeholders.noteTyped(each);
          }
          const redacted = rewriteHere(asked, here.input as Replacements, true);
          expect(await rewriteElsewhere(asked, there.input as Replacements, true, piece)).toEqual(redacted);
          for (const { placeholders } of [here, there]) placeholders.beginAnswer();
          // The model repeats what it was sent, and what it was not.
          const said = [...answered, ...asked, ...redacted.map((each) => ({ text: each, isJson: false }))];
          for (const name of ['answer', 'thoughts', 'stored'] as const) {
            const expected = rewriteHere(said, here[name] as Replacements, false);
            expect(await rewriteElsewhere(said, there[name] as Replacements, false, piece)).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    ));

  test('thousands of finds in one text are all replaced', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `u${index}@example.com`).join(' ');
    const texts = [{ text: many, isJson: false }];
    const expected = rewriteHere(texts, sessionOf().input as Replacements, true);
    expect(await rewriteElsewhere(texts, sessionOf().input as Replacements, true)).toEqual(expected);
  });
});
