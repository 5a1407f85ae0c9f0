import { describe, expect, test } from '@jest/globals';
import { mapBase64, mapDataUrl } from './text-files.js';
import type { TextMap } from './text-map.js';

const TEXT = 'Der Käufer heißt Bluebird; mail größer@example.com über Köln.';
const utf16 = Buffer.from(TEXT, 'utf16le');

describe('texts in data URLs and in base64 alone', () => {
  const hide: TextMap = (text) => text.replaceAll('Bluebird', 'x');
  test.each([
    ['data:text/plain;base64,QmUgQmx1ZWJpcmQ=', 'data:text/plain;base64,QmUgeA=='],
    ['data:;base64,QmUgQmx1ZWJpcmQ=', 'data:;base64,QmUgeA=='],
    [
      'data:application/json;charset=utf-8;base64,QmUgQmx1ZWJpcmQ=',
      'data:application/json;charset=utf-8;base64,QmUgeA==',
    ],
    ['data:text/plain,Be%20Blue%62ird', 'data:text/plain,Be%20x'],
    ['data:text/plain,Be%20nice', 'data:text/plain,Be%20nice'],
    ['data:image/png;base64,QmUgQmx1ZWJpcmQ=', 'data:image/png;base64,QmUgQmx1ZWJpcmQ='],
    ['https://example.com/Bluebird.png', 'https://example.com/Bluebird.png'],
  ])('%s becomes %s', (url, mapped) => {
    expect(mapDataUrl(url, hide, 'user')).toBe(mapped);
  });

  test('a changed text in another charset is written as UTF-8, and says so', () => {
    const url = `data:text/csv;charset=utf-16le;base64,${utf16.toString('base64')}`;
    const mapped = mapDataUrl(url, hide, 'user') as string;
    expect(mapped.startsWith('data:text/csv;charset=utf-8;base64,')).toBe(true);
    expect(Buffer.from(mapped.slice(mapped.indexOf(',') + 1), 'base64').toString()).toBe(TEXT.replace('Bluebird', 'x'));
  });

  test('base64 alone, whatever type it is said to be', () => {
    expect(mapBase64('QmUgQmx1ZWJpcmQ=', hide, 'user', 'application/octet-stream')).toBe('QmUgeA==');
    expect(mapBase64('QmUgQmx1ZWJpcmQ=', hide, 'user', 'application/pdf')).toBe('QmUgQmx1ZWJpcmQ=');
  });
});
