import { describe, expect, it, test } from '@jest/globals';
import type { Block, ParsedDocument } from '../document/parsed-document.js';
import { boundDocument } from './bound-document.js';
import { ParseError } from './parse-error.js';
import { DEFAULT_PARSE_BOUNDS, type ParseBounds } from './parse-outcome.js';

const bound = (blocks: readonly Block[], rest: Partial<ParsedDocument> = {}, bounds: Partial<ParseBounds> = {}) =>
  boundDocument({ mediaType: 'text/plain', metadata: {}, blocks, ...rest }, { ...DEFAULT_PARSE_BOUNDS, ...bounds });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

describe('boundDocument', () => {
  it('cleans texts: no zero characters, halves of characters, foreign line ends or empty blocks', () => {
    const blocks: Block[] = [
      paragraph(' a\0\r\nb\ud800 '),
      paragraph(' \n'),
      { kind: 'heading', level: 9, text: ' A\n b ' },
      { kind: 'list', items: [{ text: ' ', depth: 0, marker: '-' }] },
      {
        kind: 'table',
        rows: [
          ['a', '', ''],
          ['', '', ''],
          ['b', 'c'],
        ],
        headerRows: 2,
      },
    ];
    expect(bound(blocks).blocks).toEqual([
      paragraph('a\nb\ufffd'),
      { kind: 'heading', level: 6, text: 'A b' },
      {
        kind: 'table',
        rows: [
          ['a', ''],
          ['b', 'c'],
        ],
        headerRows: 1,
      },
    ]);
  });

  it('takes a heading of many words for a paragraph', () => {
    expect(bound([{ kind: 'heading', level: 1, text: 'word '.repeat(100) }]).blocks[0]?.kind).toBe('paragraph');
  });

  it('leaves out what is not known, and bounds what is', () => {
    const document = bound([paragraph('a')], { title: ' ', metadata: { author: ' ', subject: 'x'.repeat(5_000) } });
    expect(Object.keys(document)).toEqual(['mediaType', 'metadata', 'blocks']);
    expect(document.metadata).toEqual({ subject: 'x'.repeat(1_000) });
  });

  test.each<[string, () => unknown, string]>([
    ['no text', () => bound([paragraph(' ')]), 'no_text'],
    ['too much text', () => bound([paragraph('abc')], {}, { textLength: 2 }), 'too_much_text'],
    [
      'too many rows',
      () => bound([{ kind: 'table', rows: [['a'], ['b']], headerRows: 0 }], {}, { rows: 1 }),
      'too_much_text',
    ],
    ['too many pages', () => bound([paragraph('a')], { pages: 3 }, { pages: 2 }), 'too_many_pages'],
  ])('rejects %s', (_, run, failure) => {
    expect(run).toThrow(expect.objectContaining({ failure }) as never);
    expect(run).toThrow(ParseError);
  });
});
