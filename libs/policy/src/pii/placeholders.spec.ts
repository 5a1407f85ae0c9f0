import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ENTITY_NAMES } from './entities.js';
import { mergePiiPolicies, type PiiPolicy } from './pii-rules.js';
import { PiiSession } from './pii-session.js';
import { PlaceholderForm } from './placeholder-form.js';
import { rewriteText } from './text-rewriter.js';
import { TextWindow } from './text-window.js';

const policy = (more: Partial<PiiPolicy> = {}): PiiPolicy => ({
  entities: [...ENTITY_NAMES],
  input: 'redact',
  output: 'off',
  placeholder: '[EMAIL_1]',
  restore: true,
  ...more,
});

const session = (...policies: PiiPolicy[]): PiiSession => {
  const rules = mergePiiPolicies(policies);
  if (!rules) throw new Error('no rules');
  return new PiiSession(rules);
};

/** Redacts the texts of a request as the gateway does, then gives the answer to the client. */
function converse(held: PiiSession, texts: readonly string[], answer: (sent: readonly string[]) => string): string {
  for (const text of texts) held.placeholders.noteTyped(text);
  const { input } = held;
  const sent = input ? texts.map((text) => rewriteText(text, input)) : texts;
  held.placeholders.beginAnswer();
  return held.answer ? rewriteText(answer(sent), held.answer) : answer(sent);
}

describe('PlaceholderForm', () => {
  test.each(['[EMAIL_1]', 'EMAIL1', '<<1:EMAIL>>', '{{EMAIL-1}}', '1EMAIL', '__EMAIL__1__'])(
    '%s: reads what it writes',
    (example) => {
      const form = new PlaceholderForm(example);
      fc.assert(
        fc.property(fc.constantFrom(...ENTITY_NAMES), fc.integer({ min: 1, max: 9_999_999 }), (entity, number) => {
          const window = new TextWindow();
          window.text = form.write(entity, number);
          window.isFinal = true;
          expect(form.read(window, 0)).toEqual({ entity, number, end: window.text.length });
        }),
      );
      expect(form.write('email', 1)).toBe(example);
    },
  );
});

describe('docs/contract/personal-data.md#placeholders: placeholders', () => {
  test('restore puts the person’s own values back: an echo gives the very request', () => {
    const pieces = fc.constantFrom(
      'jane@example.com',
      'bob@example.org',
      '+1 212 555 0142',
      '[EMAIL_1]',
      '[EMAIL_2]',
      '[PHONE_1]',
      'or',
      'to',
    );
    fc.assert(
      fc.property(fc.array(fc.array(pieces, { maxLength: 6 }), { maxLength: 4 }), (words) => {
        const texts = words.map((each) => each.join(' '));
        const echoed = converse(session(policy()), texts, (sent) => sent.join('\n'));
        expect(echoed).toBe(texts.join('\n'));
      }),
    );
  });

  test('the same value has the same placeholder, and numbers follow the order', () => {
    let sent: readonly string[] = [];
    converse(session(policy()), ['a@x.example b@x.example a@x.example', '10.0.0.1'], (given) => {
      sent = given;
      return '';
    });
    expect(sent).toEqual(['[EMAIL_1] [EMAIL_2] [EMAIL_1]', '[IP_ADDRESS_1]']);
  });

  test('a placeholder that somebody typed is not restored to another’s value', () => {
    expect(converse(session(policy()), ['a@x.example and [EMAIL_1]'], () => '[EMAIL_1] [EMAIL_2]')).toBe(
      '[EMAIL_1] a@x.example',
    );
  });

  test('a value that the answer’s redaction hid is not put back by its placeholder', () => {
    const held = session(policy({ output: 'stream' }));
    expect(converse(held, ['a@x.example'], () => 'b@y.example [EMAIL_2] [EMAIL_1]')).toBe(
      '[EMAIL_2] [EMAIL_2] a@x.example',
    );
  });

  test('with restore the person’s own value may stay in a redacted answer; without it none may', () => {
    expect(converse(session(policy({ output: 'stream' })), ['a@x.example'], () => 'a@x.example')).toBe('a@x.example');
    expect(converse(session(policy({ output: 'stream', restore: false })), ['a@x.example'], () => 'a@x.example')).toBe(
      '[EMAIL_1]',
    );
  });
});

describe('several PII policies: of each entity the strictest holds', () => {
  test('block over redact, buffer over stream, restore only where all say so', () => {
    const rules = mergePiiPolicies([
      policy({ entities: ['email', 'iban'] }),
      policy({ entities: ['iban'], input: 'block', output: 'buffer', restore: false }),
      policy({ entities: ['phone'], input: 'off', output: 'stream' }),
    ]);
    expect(rules?.block?.recognizers.map(([name]) => name)).toEqual(['iban']);
    expect(rules?.redact?.recognizers.map(([name]) => name)).toEqual(['email']);
    expect(rules?.answer?.recognizers.map(([name]) => name)).toEqual(['iban', 'phone']);
    expect(rules?.output).toBe('buffer');
    expect(rules?.restore).toBe(false);
    expect(mergePiiPolicies([policy({ input: 'off' })])).toBeUndefined();
  });
});
