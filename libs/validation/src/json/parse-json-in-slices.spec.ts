import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonInSlices } from './parse-json-in-slices.js';

const pauses = { count: 0 };
const pause = (): Promise<void> => {
  pauses.count += 1;
  return Promise.resolve();
};
const parse = (text: string) => parseJsonInSlices(Buffer.from(text), pause);

/** White space that brings a small text beyond the size of a slice, so that every comma ends one. */
const WIDE = ' '.repeat(70 * 1024);
const outcome = async (work: () => unknown): Promise<unknown> => {
  try {
    return { value: await work() };
  } catch (error) {
    return (error as Error).name;
  }
};

describe('parseJsonInSlices', () => {
  it.each([
    ['a list of many objects', `[${'{},'.repeat(200_000)}{}]`],
    ['an object of many names', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`],
    [
      'lists in objects in lists',
      JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ at, list: Array(9_000).fill(at) }))),
    ],
    [
      'a long string beside others',
      JSON.stringify({ a: 'x'.repeat(400_000), b: ['"\\', '{[,]}'.repeat(60_000)], c: 1 }),
    ],
    ['one value that is no container', `"${'\\"'.repeat(200_000)}"`],
    ['a long list within many levels', `${'[{"a":'.repeat(100)}[${'1,'.repeat(200_000)}2]${'}]'.repeat(100)}`],
    ['names that occur twice', `{"a":1,${WIDE}"__proto__":{"x":1},${WIDE}"a":2,${WIDE}"a\\"b":3}`],
    ['nothing but empty lists', `[${WIDE}[${WIDE}],${WIDE}{${WIDE}}${WIDE},[]]`],
  ])('makes of %s what JSON.parse makes', async (_name, text) => {
    pauses.count = 0;
    const value = await parse(text);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(pauses.count).toBeGreaterThan(0);
  });

  it('takes and rejects what JSON.parse takes and rejects, wherever a slice ends', async () => {
    const token = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '1',
      '"a"',
      '"b":',
      '"c":[',
      '[1,2]',
      '{"d":3}',
      'x',
      WIDE,
      WIDE,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { minLength: 3, maxLength: 14 }), async (tokens) => {
        const text = tokens.join('');
        expect(await outcome(() => parse(text))).toEqual(await outcome(() => JSON.parse(text)));
      }),
      { numRuns: 400 },
    );
  });

  it('makes of any value what JSON.parse makes, with white space between all tokens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const text = JSON.stringify([value, value], null, ' '.repeat(10)).replaceAll('\n', `\n${' '.repeat(20_000)}`);
        expect(JSON.stringify(await parse(text))).toBe(JSON.stringify([value, value]));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps long integers where they are wanted', async () => {
    const text = `{"a":[${'12345678901234567890,'.repeat(20_000)}1],${WIDE}"b":9007199254740993}`;
    expect(JSON.stringify(await parseJsonInSlices(Buffer.from(text), pause, true))).toBe(text.replace(WIDE, ''));
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('rejects two large items in %s%s with no comma between them', async (before, after) => {
    const large = `[${'1,'.repeat(200_000)}2]`;
    await expect(parse(`${before}${large} ${large}${after}`)).rejects.toThrow(SyntaxError);
    await expect(parse(`${before}${large}${after} ${large}`)).rejects.toThrow(SyntaxError);
    await expect(parse(`${before}${large} 1${after}`)).rejects.toThrow(SyntaxError);
    await expect(parse(`${before}${large}`)).rejects.toThrow(SyntaxError);
  });

  it('gives up where the pause throws', async () => {
    const giveUp = () => Promise.reject(new Error('gone'));
    await expect(parseJsonInSlices(Buffer.from(`[${'1,'.repeat(200_000)}1]`), giveUp)).rejects.toThrow('gone');
  });
});
