import { describe, expect, it } from '@jest/globals';
import { SAMPLE_RATE, toFloats, toPieces, toSamples, toWav } from './samples.js';

describe('samples of sound', () => {
  it('are 16-bit numbers with the little end first, cut where they are too loud', () => {
    expect([...toSamples(new Float32Array([0, 1, -1, 2, 0.5]))]).toEqual([0, 0, 255, 127, 1, 128, 255, 127, 0, 64]);
  });

  it('come back as they were, but for rounding', () => {
    const floats = new Float32Array([0, 0.25, -0.25, 0.999]);
    for (const [index, value] of toFloats(toSamples(floats)).entries())
      expect(value).toBeCloseTo(floats[index] ?? 0, 3);
    expect(toFloats(new Uint8Array([0, 64, 1]))).toHaveLength(1);
  });

  it('make a file that says its rate and its length', async () => {
    const view = new DataView(await toWav([new Uint8Array([1, 2]), new Uint8Array([3, 4])]).arrayBuffer());
    expect([view.byteLength, view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([
      48,
      40,
      SAMPLE_RATE,
      4,
    ]);
  });

  it('are sent in pieces that join to the whole', () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
    const pieces = toPieces(bytes);
    expect(pieces).toHaveLength(3);
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).equals(Buffer.from(bytes))).toBe(true);
  });
});
