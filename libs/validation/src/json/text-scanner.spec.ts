import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MOST_SCANNED_BYTES, TextScanner } from './text-scanner.js';

const SCANNER = TextScanner.create() as TextScanner;

interface Scan {
  readonly behind: number;
  readonly units: number;
  readonly bytes: number;
  readonly isSound: boolean;
}

/** Scans the string that begins there. */
function scan(text: string | Buffer, from = 0): Scan {
  SCANNER.load(Buffer.from(text));
  const behind = SCANNER.scan(from);
  const { bytes, isSound, units } = SCANNER;
  return { behind, units, bytes, isSound };
}

const UNSOUND = { isSound: false };

describe('the scanner of texts', () => {
  it.each([
    ['nothing', '', { units: 0, bytes: 0, isSound: true }],
    ['letters', 'abc', { units: 3, bytes: 3, isSound: true }],
    ['characters of two, three and four bytes', 'é漢🙂', { units: 4, bytes: 9, isSound: true }],
    ['every short escape', '\\"\\\\\\/\\b\\f\\n\\r\\t', { units: 8, bytes: 8, isSound: true }],
    ['characters as escapes', '\\u0000\\u007f\\u0080\\u07FF\\u0800\\uffff', { units: 6, bytes: 12, isSound: true }],
    ['the last characters around surrogates', '\\ud7ff\\ue000', { units: 2, bytes: 6, isSound: true }],
    ['half a character', '\\ud800', UNSOUND],
    ['the other half', '\\uDFFF', UNSOUND],
    ['an escape that is none', '\\x', UNSOUND],
    ['an escape in upper case', '\\N', UNSOUND],
    ['an escape of too few digits', '\\u123', UNSOUND],
    ['an escape of a wrong digit', '\\u12G4', UNSOUND],
    ['a line break', 'a\nb', UNSOUND],
    ['a null character', '\u0000', UNSOUND],
    ['the last control character, and what follows it', '\u001f', UNSOUND],
    ['a delete character', '\u007f', { units: 1, bytes: 1, isSound: true }],
  ])('measures %s, wherever in sixteen bytes it is', (_what, text, expected) => {
    for (let before = 0; before < 40; before += 1) {
      const found = scan(`${'x'.repeat(before)}${text}",`);
      expect(found).toMatchObject({ behind: before + Buffer.byteLength(text) + 1, isSound: expected.isSound });
      if (!('units' in expected)) continue;
      expect([found.units - before, found.bytes - before]).toEqual([expected.units, expected.bytes]);
    }
  });

  it('begins where it is told to', () => {
    expect(scan('{"a":"b\\n"}', 6)).toEqual({ behind: 10, units: 2, bytes: 2, isSound: true });
  });

  it.each(['', 'abc', '\\', '\\"', '\\u', '\\u00', 'é', '\\\\\\'])(
    'finds no end of %j, whatever was there before',
    (text) => {
      for (let before = 0; before < 40; before += 1) {
        scan('"'.repeat(200));
        const unfinished = `${'x'.repeat(before)}${text}`;
        expect(scan(unfinished).behind).toBe(Buffer.byteLength(unfinished) + 1);
      }
    },
  );

  it('takes the longest body that is scanned, and a short one after it', () => {
    const longest = Buffer.alloc(MOST_SCANNED_BYTES, 'x');
    longest[longest.length - 1] = 0x22;
    expect(scan(longest)).toMatchObject({ behind: longest.length, units: longest.length - 1 });
    expect(scan('short"').behind).toBe(6);
    expect(scan('short').behind).toBe(6);
  });

  it('agrees with the parser about any string that it writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const written = JSON.stringify(text).slice(1);
        const isHalf = /\\ud[89a-f]/.test(written);
        const found = scan(`${written},"more"`);
        expect(found).toMatchObject({ behind: Buffer.byteLength(written), isSound: !isHalf });
        if (!isHalf) expect([found.units, found.bytes]).toEqual([text.length, Buffer.byteLength(text)]);
      }),
    );
  });
});
