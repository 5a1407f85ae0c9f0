import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countLines, LineBuffer, splitLines } from './line-buffer.js';

const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' '));
const asText = (lines: readonly string[]): string => lines.map((each) => `${each}\n`).join('');

function fill(lines: readonly string[], capacity = 1): LineBuffer {
  const buffer = new LineBuffer(capacity);
  for (const each of lines) buffer.add(each);
  return buffer;
}

describe('lines that wait as bytes', () => {
  it('come back as they were added, whatever was set aside for them', () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 5_000 }), (lines, capacity) => {
        const buffer = fill(lines, capacity);
        expect(buffer.since(0).toString()).toBe(asText(lines));
        expect(buffer.size).toBe(Buffer.byteLength(asText(lines)));
      }),
    );
  });

  it('that were handed out stay as they are while others are added', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (first, second) => {
        const buffer = fill(first);
        const start = buffer.size;
        const early = buffer.since(0);
        for (const each of second) buffer.add(each);
        expect(early.toString()).toBe(asText(first));
        expect(buffer.since(start).toString()).toBe(asText(second));
      }),
    );
  });

  it('are cut between lines alone, into parts of so many', () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 10 }), (lines, most) => {
        const all = fill(lines).since(0);
        const parts = [...splitLines(all, most)];
        expect(Buffer.concat(parts).equals(all)).toBe(true);
        expect(countLines(all)).toBe(lines.length);
        const counts = parts.map(countLines);
        expect(counts.slice(0, -1).every((count) => count === most)).toBe(true);
        expect(counts.at(-1) ?? 0).toBe(lines.length - Math.max(0, counts.length - 1) * most);
      }),
    );
  });
});
