import { describe, expect, it } from '@jest/globals';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { JsonMeter } from './json-meter.js';
import { parseJsonBody } from './parse-json-body.js';
import { findCut, parseLargeJsonBody } from './parse-large-json-body.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const LIMITS = { members: 10_000, items: 10_000 };
const pause = () => Promise.resolve();

/** Parses a body that comes in pieces; strings of more than `longer` bytes are long. */
const parseLarge = (text: string, longer = 3, size = 7): Promise<unknown> => {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(LIMITS, longer);
  for (let at = 0; at < bytes.length; at += size) meter.read(bytes.subarray(at, at + size));
  return parseLargeJsonBody(bytes, meter.longStrings, pause, 'secret');
};

const string = fc.oneof(
  fc.string({ unit: character, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', 'u', 'n', '9', 'é', '漢', '🙂', '\ufeff', '\n', ' ', ':', ','),
    maxLength: 40,
  }),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    string.map((text) => JSON.stringify(text)),
    fc.constantFrom('0', '-1.5e3', '12345678901234567890', 'true', 'null', '{}', '[]', '"\\u0041\\ud83d\\ude42\\/"'),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[ ${items.join(' , ')} ]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'n\\', 'n"', 'é'), tie('json')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join()}}`),
  ),
}));

describe('a large body, parsed in turns', () => {
  it('is what it is in one turn, wherever its long strings stand and however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        json,
        fc.integer({ min: 9, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, longer, size) => {
          const expected = parseJsonBody(Buffer.from(text));
          const found = await parseLarge(text, longer, size);
          expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is rejected where it is in one turn', async () => {
    const cut = fc
      .tuple(json, fc.nat({ max: 60 }), string)
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
    await fc.assert(
      fc.asyncProperty(cut, async (text) => {
        const outcome = (parse: () => unknown) =>
          Promise.resolve()
            .then(parse)
            .then(JSON.stringify, (error: Error & { code: string }) =>
              /a name of/.test(error.message) ? 'a long name' : error.code,
            );
        const found = await outcome(() => parseLarge(text, 12));
        fc.pre(found !== 'a long name');
        expect(found).toBe(await outcome(() => parseJsonBody(Buffer.from(text))));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a long name', '{"abcdefgh":1}', 'The request body holds a name of more than 64 KB.'],
    ['a line break in a long string', '["abcdefg\nh"]', /a string holds an escape or a character/],
    ['an escape that there is not, in a long string', '["abcdefg\\xh"]', /a string holds an escape or a character/],
    ['what is no JSON beside a long string', '["abcdefgh",]', 'The request body is not valid JSON.'],
  ])('is rejected for %s, and quoted nowhere', async (_what, text, message) => {
    const refusal = parseLarge(text, 5);
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_json' });
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.not.toHaveProperty('cause');
  });

  it('is cut within long strings only where each part means what it means in the whole', () => {
    const part = fc.constantFrom('a', 'é', '漢', '🙂', '\\\\', '\\"', '\\n', '\\u0041', '\\ud83d\\ude42', 'u', '0041');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), fc.integer({ min: 10, max: 60 }), (parts, size) => {
        const text = parts.join('');
        const bytes = Buffer.from(text);
        const found: string[] = [];
        for (let from = 0; from < bytes.length; ) {
          const end = findCut(bytes, from, Math.min(from + size, bytes.length));
          expect(end).toBeGreaterThan(from);
          found.push(JSON.parse(`"${bytes.subarray(from, end).toString()}"`) as string);
          from = end;
        }
        expect(found.join('')).toBe(JSON.parse(`"${text}"`));
      }),
    );
  });
});
