import { describe, expect, test } from '@jest/globals';
import type { TextPart } from '../text-part.js';
import { TextReadings } from './text-readings.js';
import { unescapeText } from './unescape-text.js';

const part = (text: string, more: Partial<TextPart> = {}): TextPart => ({ role: 'user', text, ...more });
const read = (...parts: TextPart[]): string[] => new TextReadings(parts).list().map(({ text }) => text);

describe('the ways in which texts can be read', () => {
  test.each<[string, TextPart[], string[]]>([
    ['a plain text is read once', [part('hello')], ['hello']],
    ['texts that are not of one content are not joined', [part('blue'), part('bird')], ['blue', 'bird']],
    [
      'parts of one content are read as one, whatever is put between them',
      [part('blue', { content: 1 }), part('bird', { content: 1 })],
      ['blue', 'bird', 'bluebird', 'blue\nbird'],
    ],
    [
      'also many of them, and two contents by themselves',
      [
        part('a', { content: 1 }),
        part('x'),
        part('b', { content: 1 }),
        part('c', { content: 1 }),
        part('d', { content: 2 }),
      ],
      ['a', 'x', 'b', 'c', 'd', 'abc', 'a\nb\nc'],
    ],
    [
      'letters of JSON that are escaped',
      [part('{"a":"\\u0042luebird"}', { format: 'json' })],
      ['{"a":"\\u0042luebird"}', '{"a":"Bluebird"}'],
    ],
    ['and of JSON that a tool gave back as text', [part('{"a":"\\u0042lue"}')], ['{"a":"\\u0042lue"}', '{"a":"Blue"}']],
    ['a path is no escape sequence', [part('C:\\new\\table')], ['C:\\new\\table']],
  ])('%s', (_what, parts, readings) => {
    expect(read(...parts)).toEqual(readings);
  });

  test.each([
    ['\\u0042lue', 'Blue'],
    ['\\x42lue', 'Blue'],
    ['\\u{42}lue', 'Blue'],
    ['\\ud83d\\ude42', '🙂'],
    ['{\\"a\\":\\"\\\\u0042lue\\"}', '{"a":"Blue"}'],
    ['{"a":"top\\nsecret"}', '{"a":"top\nsecret"}'],
    ['\\u004', '\\u004'],
    ['\\u{ffffff}', '\\u{ffffff}'],
  ])('the JSON %s reads as %s', (text, unescaped) => {
    expect(unescapeText(text, true)).toBe(unescaped);
  });
});
