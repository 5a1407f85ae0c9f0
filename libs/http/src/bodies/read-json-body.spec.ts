import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BodyPieces } from './read-json-body.js';

const KB = 1024;

describe('the pieces of a body (docs/contract/bounds.md#bodies)', () => {
  it('are its bytes in their order, whatever their sizes', () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 70 * KB })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const pieces = lengths.map((length, nth) => Buffer.alloc(length, nth + 1));
        const body = new BodyPieces();
        const whole = Buffer.concat(pieces);
        for (const piece of pieces) body.add(piece);
        expect(Buffer.concat(body.list()).equals(whole)).toBe(true);
        expect(body.join().equals(whole)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is the piece itself where there is one, and nothing after it is cleared', () => {
    const body = new BodyPieces();
    expect(body.join()).toHaveLength(0);
    const piece = Buffer.from('{}');
    body.add(piece);
    expect(body.join()).toBe(piece);
    body.add(piece);
    body.clear();
    expect(body.join()).toHaveLength(0);
  });

  it('are freed once they are joined, except for those that share their memory', () => {
    const body = new BodyPieces();
    const own = Buffer.alloc(20 * KB, 'a');
    const shared = Buffer.alloc(40 * KB, 'b').subarray(0, 20 * KB);
    for (const piece of [own, shared]) body.add(piece);
    expect(body.join().toString()).toBe('a'.repeat(20 * KB) + 'b'.repeat(20 * KB));
    expect([own, shared].map(({ length }) => length)).toEqual([0, 20 * KB]);
  });

  it('can be listed half-way', () => {
    const body = new BodyPieces();
    body.add(Buffer.from('ab'));
    expect(Buffer.concat(body.list()).toString()).toBe('ab');
    body.add(Buffer.from('c'));
    expect(Buffer.concat(body.list()).toString()).toBe('abc');
  });

  it('are few where a body came byte by byte', () => {
    const body = new BodyPieces();
    for (let sent = 0; sent < 1024 * KB; sent += 1) body.add(Buffer.from('x'));
    expect(body.list()).toHaveLength(17);
  });

  it('hold no memory beside their bytes, though small ones and large ones take turns', () => {
    const body = new BodyPieces();
    for (let nth = 0; nth < 64; nth += 1) {
      body.add(Buffer.alloc(1));
      body.add(Buffer.alloc(16 * KB));
    }
    const held = new Set(body.list().map(({ buffer }) => buffer));
    const total = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
    // Small buffers are taken from a pool of 64 KB, and the next one where it ends.
    expect(total).toBeLessThan(64 * 16 * KB + 64 * 64 + 2 * 64 * KB);
  });
});
