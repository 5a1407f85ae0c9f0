import { describe, expect, test } from '@jest/globals';
import { parseDataUrl } from './parse-data-url.js';

describe('parseDataUrl', () => {
  test.each([
    ['data:image/png;base64,iVBO', { mediaType: 'image/png', base64: 'iVBO' }],
    ['DATA:Image/PNG;BASE64,iVBO', { mediaType: 'image/png', base64: 'iVBO' }],
    ['data:text/plain;charset=utf-8;base64,SGk=', { mediaType: 'text/plain', charset: 'utf-8', base64: 'SGk=' }],
    ['data:text/csv; Charset="UTF-16LE";base64,SAA=', { mediaType: 'text/csv', charset: 'UTF-16LE', base64: 'SAA=' }],
    ['data:text/csv;name=charset;base64,SGk=', { mediaType: 'text/csv', base64: 'SGk=' }],
    ['data:image/svg+xml;base64,PHN2Zz4=', { mediaType: 'image/svg+xml', base64: 'PHN2Zz4=' }],
    ['data:image/png;base64,', undefined],
    ['data:image/png,iVBO', undefined],
    ['data:;base64,iVBO', undefined],
    ['data:image/png;base64', undefined],
    ['https://example.com/a,b.png', undefined],
    ['iVBO', undefined],
  ])('%s', (url, parsed) => {
    expect(parseDataUrl(url)).toEqual(parsed);
  });
});
