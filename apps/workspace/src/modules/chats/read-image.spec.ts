import { describe, expect, it } from '@jest/globals';
import { readImage } from './read-image.js';

const urlOf = (type: string, bytes: string): string =>
  `data:${type};base64,${Buffer.from(bytes, 'latin1').toString('base64')}`;

describe('an image of a data URL', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\nrest'],
    ['image/jpeg', '\xff\xd8\xff\xe0rest'],
    ['image/webp', 'RIFF\x01\x02\x03\x04WEBPrest'],
    ['image/gif', 'GIF89arest'],
  ])('of %s has its type and its bytes', (type, bytes) => {
    const image = readImage(urlOf(type, bytes));
    expect([image?.type, Buffer.from(image?.data ?? []).toString('latin1')]).toEqual([type, bytes]);
  });

  it.each([
    ['markup', urlOf('image/png', '<svg onload="alert(1)"/>')],
    ['another type', urlOf('image/jpeg', 'GIF89a')],
    ['a type that is none of these', urlOf('image/svg+xml', '<svg/>')],
    ['no data URL', 'https://example.com/a.png'],
  ])('is none for %s', (_name, url) => {
    expect(readImage(url)).toBeUndefined();
  });
});
