import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonText } from './parse-json-text.js';

const name = fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'n', 't', 'u', '0', '6', 'ü'), maxLength: 6 });

/** Escapes all but ASCII as `json.dumps` of Python does. */
const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('parseJsonText', () => {
  it.each([
    ['n\\', 'n"'],
    ['n\\', 'n\n'],
    ['gr\\u0', 'größe'],
    ['a\\nb', 'a\nbc'],
  ])('does not take a name for one that was met before: %j, and then %j', (met, asked) => {
    for (let round = 0; round < 5; round++) {
      for (const each of [met, asked]) {
        const text = `{"first":{"a":1,${escaped(each)} \n: {"b":[1]}}}`;
        expect(parseJsonText(text)).toEqual({ first: { a: 1, [each]: { b: [1] } } });
      }
    }
  });

  it('reads names as they are written, whichever were met', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 4 }), fc.uniqueArray(name, { maxLength: 4 }), (met, asked) => {
        for (const names of [met, asked, met, asked]) {
          const text = `{"p":[${names.map((each) => `{"q":"\\n",${escaped(each)}:"\\"x\\":"}`).join()}]}`;
          const read = parseJsonText(text) as { p: object[] };
          expect(read.p.map((each) => Object.keys(each))).toEqual(
            names.map((each) => Object.keys({ q: '', [each]: '' })),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":"say \\"x\\"","b":["\\""]}', { a: 'say "x"', b: ['"'] }],
    ['{"a":"\\"\\\\\\":"}', { a: '"\\":' }],
    ['{"\\\\\\"":{"\\"":"\\":"}}', { '\\"': { '"': '":' } }],
    ['{"name 0":1,"\\\\":[{"\\\\a":null}]}', { 'name 0': 1, '\\': [{ '\\a': null }] }],
    ['{"\\\\":1,"a":2,"\\u005c":3}', { '\\': 3, a: 2 }],
  ])('reads every other text as JSON.parse does: %s', (text, value) => {
    expect(JSON.stringify(parseJsonText(text))).toBe(JSON.stringify(value));
  });

  it('keeps a member called __proto__ as a plain member beside escaped names', () => {
    const value = parseJsonText('{"\\\\":1,"__proto__":{"admin":true},"\\u005f_proto__":{"admin":1}}');
    expect(JSON.stringify(value)).toBe('{"\\\\":1,"__proto__":{"admin":1}}');
    expect(value).not.toHaveProperty('admin');
  });

  it.each(['{"a\\\\"":1}', '{"a\\"', '{"a\\"":}', '"\\""x'])('rejects what is no JSON: %s', (text) => {
    expect(() => parseJsonText(text)).toThrow(SyntaxError);
  });

  it('leaves a value of too many levels as it is', () => {
    const deep = `${'['.repeat(100_000)}{"\\\\":1}${']'.repeat(100_000)}`;
    for (const text of [deep, `{"\\\\":${deep}}`]) expect(() => parseJsonText(text)).not.toThrow();
  });
});
