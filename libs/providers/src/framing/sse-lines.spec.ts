import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ProviderFailure } from '../provider-failure.js';
import { LONGEST_EVENT, SseLineSplitter } from './sse-lines.js';

function split(pieces: readonly Uint8Array[]): string[] {
  const lines: string[] = [];
  const splitter = new SseLineSplitter();
  for (const piece of pieces) splitter.push(piece, (line) => lines.push(line));
  splitter.end((line) => lines.push(line));
  return lines;
}

const encode = (text: string) => new TextEncoder().encode(text);

describe('SseLineSplitter', () => {
  test.each([
    ['LF', 'a\nb\n', ['a', 'b']],
    ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
    ['CR', 'a\rb\r', ['a', 'b']],
    ['all three mixed', 'a\rb\nc\r\nd', ['a', 'b', 'c', 'd']],
    ['empty lines', 'a\n\n\r\n\rb\n', ['a', '', '', '', 'b']],
    ['LF then CR, which is two ends', 'a\n\rb', ['a', '', 'b']],
    ['no end after the last line', 'a\nb', ['a', 'b']],
    ['a byte order mark at the start only', '\ufeffa\n\ufeffb\n', ['a', '\ufeffb']],
    ['nothing', '', []],
  ])('ends lines with %s', (_name, text, lines) => {
    expect(split([encode(text)])).toEqual(lines);
  });

  test('gives the same lines wherever the bytes are split', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ufeff', ' ', ':') });
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(stream, fc.nat(), fc.nat(), (text, one, two) => {
        const bytes = encode(text);
        const [first = 0, second = 0] = [one % (bytes.length + 1), two % (bytes.length + 1)].sort((a, b) => a - b);
        const pieces = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
        expect(split(pieces)).toEqual(split([bytes]));
      }),
    );
  });

  test('hands a line out as soon as its end has come, without waiting for the next byte', () => {
    const lines: string[] = [];
    new SseLineSplitter().push(encode('data: 1\r'), (line) => lines.push(line));
    expect(lines).toEqual(['data: 1']);
  });

  test('replaces bytes that are not UTF-8 instead of failing', () => {
    expect(split([new Uint8Array([0x61, 0xff, 0x0a, 0xe2])])).toEqual(['a\ufffd', '\ufffd']);
  });

  test('rejects a line that never ends', () => {
    const splitter = new SseLineSplitter();
    const piece = new Uint8Array(LONGEST_EVENT / 4).fill(0x61);
    const push = () => splitter.push(piece, () => undefined);
    for (let count = 0; count < 4; count++) push();
    expect(push).toThrow(ProviderFailure);
  });
});
