import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CustomEntity } from './custom-recognizers.js';
import { ENTITY_NAMES } from './entities.js';
import { JsonRewriter } from './json-rewriter.js';
import { mergePiiPolicies, type PiiPolicy } from './pii-rules.js';
import { PiiSession } from './pii-session.js';
import { rewriteText, TextRewriter } from './text-rewriter.js';

const entity = (name: string, pattern: string, more: Partial<CustomEntity> = {}): CustomEntity => ({
  name,
  pattern,
  ignore_case: false,
  ...more,
});

const policy = (custom: readonly CustomEntity[], more: Partial<PiiPolicy> = {}): PiiPolicy => ({
  entities: [...ENTITY_NAMES],
  custom_entities: custom,
  input: 'redact',
  output: 'stream',
  placeholder: '[EMAIL_1]',
  restore: true,
  ...more,
});

function sessionOf(...policies: PiiPolicy[]): PiiSession {
  const rules = mergePiiPolicies(policies);
  if (!rules) throw new Error('no rules');
  return new PiiSession(rules);
}

function redact(custom: readonly CustomEntity[], text: string): string {
  const { input } = sessionOf(policy(custom));
  if (!input) throw new Error('nothing is redacted');
  return rewriteText(text, input);
}

const EMPLOYEE = entity('employee_id', 'EMP-\\d{6}');

describe('own entities by pattern', () => {
  test.each<[string, readonly CustomEntity[], string, string]>([
    ['a value has the placeholder of its name', [EMPLOYEE], 'ask EMP-004711 now', 'ask [EMPLOYEE_ID_1] now'],
    [
      'the same value has the same one',
      [EMPLOYEE],
      'EMP-111111 EMP-222222 EMP-111111',
      '[EMPLOYEE_ID_1] [EMPLOYEE_ID_2] [EMPLOYEE_ID_1]',
    ],
    ['beside built-in entities', [EMPLOYEE], 'EMP-111111, jane@example.com', '[EMPLOYEE_ID_1], [EMAIL_1]'],
    ['case counts', [EMPLOYEE], 'emp-111111', 'emp-111111'],
    ['unless it is ignored', [entity('e', 'EMP-\\d{6}', { ignore_case: true })], 'emp-111111', '[E_1]'],
    [
      'one of the other case beside it',
      [entity('low', 'x\\d', { ignore_case: true }), entity('up', 'Y\\d')],
      'X1 Y1 y1',
      '[LOW_1] [UP_1] y1',
    ],
    ['word boundaries see the character before', [entity('num', '\\b\\d{3}\\b')], 'a123 123 1234', 'a123 [NUM_1] 1234'],
    ['the first of two that begin at one place', [entity('one', 'A\\d'), entity('two', 'A\\d\\d')], 'A12', '[ONE_1]2'],
    [
      'the own one where a built-in begins there too',
      [entity('ticket', '\\+1 212 \\d{3} \\d{4}')],
      'call +1 212 555 0142',
      'call [TICKET_1]',
    ],
    [
      'a name that begins like a built-in one',
      [entity('email_work', 'W\\d')],
      'W1 [EMAIL_WORK_1]',
      '[EMAIL_WORK_2] [EMAIL_WORK_1]',
    ],
    ['letters of any script', [entity('akte', 'Az\\. \\p{L}{1,9}-\\d{1,4}')], 'Az. Öß-12 ok', '[AKTE_1] ok'],
  ])('%s', (_rule, custom, text, expected) => {
    const held = sessionOf(policy(custom));
    held.placeholders.noteTyped(text);
    expect(held.input && rewriteText(text, held.input)).toBe(expected);
  });

  test('the person’s own values are put back, others hidden', () => {
    const held = sessionOf(policy([EMPLOYEE]));
    const sent = held.input && rewriteText('I am EMP-004711', held.input);
    held.placeholders.beginAnswer();
    expect(sent).toBe('I am [EMPLOYEE_ID_1]');
    expect(held.answer && rewriteText('Hello [EMPLOYEE_ID_1], not EMP-999999', held.answer)).toBe(
      'Hello EMP-004711, not [EMPLOYEE_ID_2]',
    );
  });

  test('block rejects, and wins over redact of the same name', () => {
    const held = sessionOf(policy([EMPLOYEE]), policy([EMPLOYEE], { input: 'block' }));
    expect(held.blocks('EMP-004711')).toBe('employee_id');
    expect(held.blocks('EMP-47')).toBeUndefined();
    expect(held.rules.redact).toBeUndefined();
  });

  test('escaped arguments of tools are read', () => {
    const { input } = sessionOf(policy([EMPLOYEE]));
    if (!input) throw new Error('nothing is redacted');
    const rewriter = new JsonRewriter(input);
    const text = '{"who":"\\u0045MP-0047\\u00311","n":[1]}';
    const written = [...text].map((character) => rewriter.push(character)).join('') + rewriter.end();
    expect(written).toBe('{"who":"[EMPLOYEE_ID_1]","n":[1]}');
  });

  const CUSTOM = [
    EMPLOYEE,
    entity('run', 'a{1,4}b?'),
    entity('span', '<[^>]{0,38}>'),
    entity('word', '\\bnr \\d{1,9}\\b'),
  ];
  const PIECES = [
    'EMP-',
    '123456',
    'a',
    'aaaa',
    'b',
    '<',
    '>',
    'x'.repeat(30),
    'nr ',
    '7',
    ' ',
    'jane@example.com',
    '+1 212 555 0142',
    '😀',
    '\n',
    '[RUN_1]',
    'y'.repeat(200),
  ]; // prettier-ignore
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));

  test('a value split over chunks is still caught: every split equals the whole', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
        const replacements = (): NonNullable<PiiSession['input']> => {
          const { input } = sessionOf(policy(CUSTOM));
          if (!input) throw new Error('nothing is redacted');
          return input;
        };
        const whole = rewriteText(text, replacements());
        for (const places of [cuts, Array.from(text, (_, index) => index)]) {
          const rewriter = new TextRewriter(replacements());
          let written = '';
          let from = 0;
          for (const cut of [...places].sort((one, other) => one - other)) {
            const to = Math.max(from, Math.min(cut, text.length));
            written += rewriter.push(text.slice(from, to));
            from = to;
          }
          expect(written + rewriter.push(text.slice(from)) + rewriter.end()).toBe(whole);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('a stream holds no more back than the longest value', () => {
    const { input } = sessionOf(policy([entity('e', 'EMP-\\d{6}')], { entities: [] }));
    if (!input) throw new Error('nothing is redacted');
    const rewriter = new TextRewriter(input);
    const text = 'no value in this text at all. ';
    expect(text.length - rewriter.push(text).length).toBeLessThanOrEqual(10);
  });

  test.each(['a', 'ab ', '<', 'a1', 'EMP-12345', 'nr 7'])(
    'takes time in proportion to the length of %j repeated',
    (piece) => {
      const text = piece.repeat(Math.ceil(60_000 / piece.length));
      const start = performance.now();
      redact([...CUSTOM, entity('far', 'a.{0,120}b')], text);
      // Quadratic time would take minutes.
      expect(performance.now() - start).toBeLessThan(10_000);
    },
  );
});
