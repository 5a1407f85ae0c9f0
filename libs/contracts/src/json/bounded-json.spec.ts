import { describe, expect, it } from '@jest/globals';
import { beginNestedJson, countBoundedJson, JsonTooLarge, parseBoundedJson, parseNestedJson } from './bounded-json.js';

const BOUNDS = { members: 100, items: 200, characters: 100_000 };

const many = (count: number, unit: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => unit(index)).join(',');
const pad = 'x'.repeat(600);

describe('a text of JSON that somebody else wrote', () => {
  it.each([
    ['names', `{${many(99, (n) => `"name${n}":1`)}}`, `{${many(100, (n) => `"name${n}":1`)}}`],
    ['objects', `["${pad}",${many(99, () => '{}')}]`, `["${pad}",${many(100, () => '{}')}]`],
    ['lists', `["${pad}",${many(99, () => '[]')}]`, `["${pad}",${many(100, () => '[]')}]`],
    ['items', `["${pad}",${many(200, () => '1')}]`, `["${pad}",${many(201, () => '1')}]`],
    ['characters', `"${'x'.repeat(99_998)}"`, `"${'x'.repeat(99_999)}"`],
    ['digits', `[${'1'.repeat(1_000)}]`, `[${'1'.repeat(1_001)}]`],
    ['digits of a fraction', `[0.${'1'.repeat(1_000)}]`, `[0.${'1'.repeat(1_001)}]`],
    ['digits of an exponent', `["${pad}",1e${'0'.repeat(999)}1]`, `["${pad}",1e${'0'.repeat(1_000)}1]`],
  ])('is parsed up to the bound of its %s, and rejected beyond it', (_what, within, beyond) => {
    expect(parseBoundedJson(within, BOUNDS)).toEqual(JSON.parse(within));
    expect(() => parseBoundedJson(beyond, BOUNDS)).toThrow(JsonTooLarge);
  });

  it('is parsed up to 256 levels, however many objects it may hold', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseBoundedJson(nested(256))).toEqual(JSON.parse(nested(256)));
    expect(() => parseBoundedJson(nested(257))).toThrow('256 levels');
    expect(() => parseBoundedJson(nested(1_000_000))).toThrow(JsonTooLarge);
  });

  it('has only what is outside its strings counted, wherever they end', () => {
    const texts = ['[{:,}]'.repeat(60), '\\', '"', '\\"', '"\\'.repeat(50), 'a'.repeat(31) + '"'.repeat(40), ''];
    const text = JSON.stringify({ texts, end: texts.join('\\\\') });
    expect(countBoundedJson(text, BOUNDS)).toMatchObject({ members: 4, items: texts.length });
    expect(parseBoundedJson(text, BOUNDS)).toEqual(JSON.parse(text));
  });

  it('that is none is rejected by the parser', () => {
    for (const text of ['', '{', '"', `"${pad}`, `{"a":"${pad}\\`, `[${pad}]`]) {
      expect(() => parseBoundedJson(text, BOUNDS)).toThrow(SyntaxError);
    }
  });
});

describe('texts of JSON within a request', () => {
  const arguments_ = `{${many(10_000, (n) => `"name${n}":1`)}}`;

  it('are counted together, so that many of them cannot hold what one may not', () => {
    beginNestedJson();
    for (let count = 0; count < 4; count += 1) expect(parseNestedJson(arguments_)).toEqual(JSON.parse(arguments_));
    expect(() => parseNestedJson(arguments_)).toThrow(JsonTooLarge);
  });

  it('texts of the next request are counted anew', async () => {
    beginNestedJson();
    for (let count = 0; count < 4; count += 1) parseNestedJson(arguments_);
    beginNestedJson();
    expect(parseNestedJson(arguments_)).toEqual(JSON.parse(arguments_));
    for (let count = 0; count < 3; count += 1) parseNestedJson(arguments_);
    await Promise.resolve();
    expect(parseNestedJson(arguments_)).toEqual(JSON.parse(arguments_));
  });

  it('may hold 20,000 long numbers together', () => {
    beginNestedJson();
    const numbers = `[${many(8_000, () => '1234567890123456')}]`;
    for (let count = 0; count < 2; count += 1) parseNestedJson(numbers);
    expect(() => parseNestedJson(numbers)).toThrow('16 digits');
  });
});
