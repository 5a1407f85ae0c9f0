import { describe, expect, test } from '@jest/globals';
import { decodeText } from './encoded-file.js';

const TEXT = 'Der Käufer heißt Bluebird; mail größer@example.com über Köln.';
const swap = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const utf32 = (text: string): Buffer =>
  Buffer.concat(
    Array.from(text, (letter) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(letter.codePointAt(0) ?? 0);
      return bytes;
    }),
  );
const utf16 = Buffer.from(TEXT, 'utf16le');
const marked = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

describe('a text file is read in its charset, whether it says which or not', () => {
  test.each<[string, Buffer, string | undefined]>([
    ['UTF-8', Buffer.from(TEXT), undefined],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), undefined],
    ['UTF-16 with a mark', marked, undefined],
    ['UTF-16 the other way round', swap(marked), undefined],
    ['UTF-16 without a mark', utf16, undefined],
    ['UTF-16 the other way round, without a mark', swap(utf16), undefined],
    ['UTF-32', utf32(TEXT), undefined],
    ['Latin-1 as declared', Buffer.from(TEXT, 'latin1'), 'iso-8859-1'],
    ['Latin-1 undeclared', Buffer.from(TEXT, 'latin1'), undefined],
    ['Latin-1 that says it is UTF-8', Buffer.from(TEXT, 'latin1'), 'utf-8'],
    ['a charset that nobody knows', Buffer.from(TEXT), 'x-unheard-of'],
  ])('%s', (_name, bytes, declared) => {
    expect(decodeText(bytes, declared)).toBe(TEXT);
  });

  test('Cyrillic and Japanese ones', () => {
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0x21]);
    expect(decodeText(cyrillic, 'windows-1251')).toBe('Привет, мир!');
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xc5, 0x82, 0xb7]);
    expect(decodeText(japanese, 'shift_jis')).toBe('日本語です');
  });

  test.each<[string, Buffer]>([
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7 text text text')],
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['noise', Buffer.from(Array.from({ length: 512 }, (_, index) => ((index * 167 + 13 * (index % 7)) % 256) & 0x9f))],
  ])('%s is none', (_name, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});
