import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { parseJsonBody } from './parse-json-body.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const bytesOf = (text: string) => Buffer.from(text, 'utf8');
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const refusal = (message: string) => expect.objectContaining({ code: 'invalid_json', param: undefined, message });

describe('parseJsonBody', () => {
  it('reads any JSON value from a Buffer or a view on other memory', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 9 }), (value, offset) => {
        const bytes = bytesOf(JSON.stringify(value));
        const view = new Uint8Array(bytes.length + offset).subarray(offset);
        view.set(bytes);
        expect(parseJsonBody(view)).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  it('tolerates a byte order mark', () => {
    expect(parseJsonBody(bytesOf('\uFEFF{"model":"é"}'))).toEqual({ model: 'é' });
  });

  it('keeps the last of two members with the same name', () => {
    expect(parseJsonBody(bytesOf('{"model":"first","model":"last"}'))).toEqual({ model: 'last' });
  });

  it('keeps a member called __proto__ as a plain member', () => {
    const value = parseJsonBody(bytesOf('{"__proto__":{"admin":true}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}');
    expect(value).not.toHaveProperty('admin');
  });

  it('sends on every digit of an integer in unknown members, at any depth', () => {
    const integer = fc
      .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^[1-9][0-9]{0,39}$/))
      .map(([sign, digits]) => sign + digits);
    fc.assert(
      fc.property(fc.array(integer, { minLength: 1 }), fc.nat({ max: 5 }), (integers, depth) => {
        const list = `[${integers.join()}]`;
        const text = `{"newer":${'{"a":['.repeat(depth)}${list}${']}'.repeat(depth)},"seed":${integers[0]}}`;
        expect(JSON.stringify(parseJsonBody(bytesOf(text)))).toBe(text);
      }),
    );
  });

  it('rejects more than 20,000 long integers', () => {
    const listOf = (count: number) => bytesOf(`[${'9007199254740993,'.repeat(count - 1)}9007199254740993]`);
    expect(JSON.stringify(parseJsonBody(listOf(20_000)))).toHaveLength(20_000 * 17 + 1);
    const message = 'The request body holds more than 20000 integers of more than 15 digits.';
    expect(() => parseJsonBody(listOf(20_001))).toThrow(refusal(message));
  });

  it('leaves numbers that a double holds as numbers, and digits in strings as strings', () => {
    const text =
      '{"a":[9007199254740991,9007199254740992,-100000000000000000000,1e400,0.12345678901234567],"b":" 9007199254740993"}';
    expect(parseJsonBody(bytesOf(text))).toEqual(JSON.parse(text));
  });

  it('keeps __proto__ a plain member and an object with a member rawJSON an object, beside a long integer too', () => {
    const text = '{"__proto__":{"admin":9007199254740993},"constructor":{"prototype":1},"x":{"rawJSON":"1"}}';
    const value = parseJsonBody(bytesOf(text));
    expect(JSON.stringify(value)).toBe(text);
    expect(value).not.toHaveProperty('admin');
    expect(Object.getPrototypeOf(value)).toBe(Object.getPrototypeOf(JSON.parse('{}')));
  });

  it.each([
    ['an empty body', '', 'The request body is empty.'],
    ['white space alone', ' \n\t', 'The request body is empty.'],
    ['a byte order mark alone', '\uFEFF', 'The request body is empty.'],
    ['a body cut off', '{"model":', 'The request body is not valid JSON: it ends too early.'],
    ['a trailing comma', '{"a":1,}', 'The request body is not valid JSON at position 7 (line 1, column 8).'],
    [
      'a line break in a string',
      '{\n"a":"x\ny"}',
      'The request body is not valid JSON at position 8 (line 2, column 7).',
    ],
    [
      'NaN',
      '{"a":NaN}',
      'The request body is not valid JSON: it holds something other than objects, lists, strings, numbers, true, false and null.',
    ],
  ])('rejects %s and says why', (_, text, message) => {
    expect(() => parseJsonBody(bytesOf(text))).toThrow(refusal(message));
  });

  it('rejects bytes that are not UTF-8 and text in UTF-16', () => {
    const message = 'The request body is not encoded as UTF-8.';
    expect(() => parseJsonBody(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow(refusal(message));
    expect(() => parseJsonBody(Buffer.from('\uFEFF{}', 'utf16le'))).toThrow(refusal(message));
  });

  it('accepts 256 levels and rejects 257, long before serialising would overflow the stack', () => {
    const message = 'The request body is nested more than 256 levels deep.';
    expect(() => parseJsonBody(bytesOf(nested(256)))).not.toThrow();
    expect(() => parseJsonBody(bytesOf(nested(257)))).toThrow(refusal(message));
    expect(() => parseJsonBody(bytesOf(nested(1_000_000)))).toThrow(refusal(message));
    const deepInteger = `${'['.repeat(1_000_000)}9007199254740993${']'.repeat(1_000_000)}`;
    expect(() => parseJsonBody(bytesOf(deepInteger))).toThrow(refusal(message));
    expect(() => parseJsonBody(bytesOf(`{"x":${'{"y":'.repeat(256)}1${'}'.repeat(257)}`))).toThrow(refusal(message));
  });

  it('never quotes the body, not even when the engine would, and keeps no cause that does', () => {
    for (const text of [
      '{"prompt": hunter2}',
      'hunter2',
      '{"hunter2": at position 7 (line 1 column 8)',
      '{"a":"hunter2',
    ]) {
      try {
        parseJsonBody(bytesOf(text));
        throw new Error('was not refused');
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_json' });
        expect(error).not.toHaveProperty('cause');
        expect(String(error)).not.toContain('hunter2');
      }
    }
  });

  it('answers any bytes with a value or invalid_json', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: character }).map(bytesOf)), (bytes) => {
        try {
          parseJsonBody(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError);
          expect(error).toMatchObject({ code: 'invalid_json' });
        }
      }),
    );
  });
});
