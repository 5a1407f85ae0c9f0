import { describe, expect, test } from '@jest/globals';
import { parseDataUrl } from './parse-data-url.js';
import { encodeAsUtf8, readTextFile } from './text-file.js';

const fileOf = (head: string, bytes: Buffer) => {
  const file = parseDataUrl(`data:${head};base64,${bytes.toString('base64')}`);
  if (file === undefined) throw new Error('no data URL');
  return file;
};
const utf16 = Buffer.from('é', 'utf16le');
const utf8 = Buffer.from('é');

describe('readTextFile', () => {
  test.each([
    ['Latin 1', fileOf('text/plain;charset=iso-8859-1', Buffer.from([0xe9]))],
    ['Latin 1 in quotes', fileOf('text/plain; Charset="ISO-8859-1"', Buffer.from([0xe9]))],
    ['UTF-16', fileOf('text/plain;charset=utf-16le', utf16)],
    ['UTF-8', fileOf('text/plain;charset=utf-8', utf8)],
    ['UTF-8 that is not declared', fileOf('text/plain', utf8)],
    ['UTF-8 with its mark', fileOf('text/plain', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]))],
    ['UTF-16 by its mark', fileOf('text/plain', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))],
    ['UTF-16 of the other order by its mark', fileOf('text/plain', Buffer.from([0xfe, 0xff, 0x00, 0xe9]))],
  ])('reads %s', (_name, file) => {
    expect(readTextFile(file, 'messages[0].content[0]')).toBe('é');
  });

  test('rejects a charset that is not known by the path of the part', () => {
    const file = fileOf('text/plain;charset=utf-32', Buffer.from([0xff, 0xfe, 0, 0, 0xe9, 0, 0, 0]));
    expect(() => readTextFile(file, 'messages[0].content[0]')).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[0].content[0]' }),
    );
  });
});

describe('encodeAsUtf8', () => {
  test.each(['text/plain', 'text/csv', 'application/json', 'image/svg+xml'])(
    'rewrites %s of another charset',
    (type) => {
      expect(encodeAsUtf8(fileOf(`${type};charset=iso-8859-1`, Buffer.from([0xe9])), 'p')).toBe('w6k=');
    },
  );

  test.each(['text/plain', 'text/plain;charset=utf-8', 'text/plain;charset=UTF8', 'application/pdf;charset=binary'])(
    'leaves the bytes of %s as they are',
    (head) => {
      expect(encodeAsUtf8(fileOf(head, Buffer.from([0xff, 0xfe, 0xe9])), 'p')).toBe('//7p');
    },
  );

  test('rejects a charset that is not known by the path of the part', () => {
    expect(() => encodeAsUtf8(fileOf('text/csv;charset=klingon', utf8), 'messages[0].content[1]')).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[0].content[1]' }),
    );
  });
});
