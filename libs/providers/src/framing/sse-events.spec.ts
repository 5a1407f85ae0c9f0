import { describe, expect, test } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { ProviderFailure } from '../provider-failure.js';
import { SseEventSplitter } from './sse-events.js';
import { LONGEST_EVENT } from './sse-lines.js';

function split(...pieces: Uint8Array[]): string[] {
  const splitter = new SseEventSplitter();
  const events: string[] = [];
  for (const piece of pieces) splitter.push(piece, (raw) => events.push(raw));
  return events;
}

describe('SseEventSplitter', () => {
  test.each([
    ['LF', 'event: a\ndata: 1\n\n: c\n\ndata: 2\n\n', ['event: a\ndata: 1\n\n', ': c\n\n', 'data: 2\n\n']],
    ['CRLF', 'data: 1\r\n\r\ndata: 2\r\n\r\n', ['data: 1\r\n\r\n', 'data: 2\r\n\r\n']],
    ['CR', 'data: 1\r\rdata: 2\r\r', ['data: 1\r\r', 'data: 2\r\r']],
    ['a mixture', 'data: 1\n\r\ndata: 2\n\n', ['data: 1\n\r\n', 'data: 2\n\n']],
  ])(
    'hands out every event with its own text where lines end with %s, wherever the bytes are split',
    (_name, text, events) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at++) {
        expect(split(bytes.subarray(0, at), bytes.subarray(at))).toEqual(events);
      }
      expect(split(...Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toEqual(events);
    },
  );

  test('joins to the stream it was given, byte for byte', () => {
    const words = fc.constantFrom('data: ü', 'event: €', ':', '\n', '\r\n', '\n\n', '\r\n\r\n', '\ufeff', '😀');
    fc.assert(
      fc.property(fc.array(words), fc.array(fc.nat(40)), (parts, cuts) => {
        const bytes = Buffer.from(`${parts.join('')}\n\n`);
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const joined = split(...pieces).join('');
        expect(bytes.toString().startsWith(joined)).toBe(true);
        // One blank line too many ends no event.
        expect(bytes.toString().slice(joined.length)).toMatch(/^[\r\n]?$/);
      }),
    );
  });

  test('keeps back what the end of the stream cuts off', () => {
    expect(split(Buffer.from('data: 1\n\ndata: 2\n'))).toEqual(['data: 1\n\n']);
  });

  test('reads a long event in time in proportion to its length, in however many pieces it comes', async () => {
    const piece = Buffer.from('a'.repeat(1024));
    const timeOf = (count: number): Promise<number> =>
      processorTimeOf(() =>
        expect(split(...Array.from({ length: count }, () => piece), Buffer.from('\n\n'))).toHaveLength(1),
      );
    /** Measures the time of a long event beyond four times its share. */
    const measureExcess = async (): Promise<number> => {
      const shortMs = await timeOf(1_000);
      return (await timeOf(16_000)) - 64 * shortMs;
    };
    await expectWithin(400, measureExcess);
  });

  test('fails on an event without end', () => {
    const piece = Buffer.alloc(LONGEST_EVENT / 4, 'a');
    expect(() => split(piece, piece, piece, piece, piece)).toThrow(ProviderFailure);
  });
});
