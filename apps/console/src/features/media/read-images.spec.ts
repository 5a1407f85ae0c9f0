import { describe, expect, it } from '@jest/globals';
import { readImages } from './read-images.js';

const encode = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

describe('the images of an answer', () => {
  it.each([
    ['image/png', encode(0x89, 0x50, 0x4e, 0x47)],
    ['image/jpeg', encode(0xff, 0xd8, 0xff, 0xe0)],
    ['image/webp', encode(0x52, 0x49, 0x46, 0x46)],
  ])('are %s by their first bytes', async (type, b64_json) => {
    const [image] = readImages({ data: [{ b64_json }] });
    expect([image?.type, Buffer.from((await image?.arrayBuffer()) ?? new ArrayBuffer()).toString('base64')]).toEqual([
      type,
      b64_json,
    ]);
  });

  it.each([{}, { data: [] }, { data: [{ url: 'https://example.com/' }] }])('are none in %j', (answer) => {
    expect(readImages(answer)).toEqual([]);
  });
});
