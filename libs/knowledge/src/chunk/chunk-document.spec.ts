import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Block, ParsedDocument } from '../document/parsed-document.js';
import { renderDocument } from '../document/render-document.js';
import { toChunkMetadata, toEmbeddedText } from './chunk.js';
import { type ChunkOptions, chunkDocument } from './chunk-document.js';

/** Counts words, as a tokenizer whose parts add up. */
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** Counts letters in groups of four: parts do not add up to the whole, as with true tokenizers. */
const countLetters = (text: string) => Math.ceil(text.length / 4);

const documentOf = (...blocks: Block[]): ParsedDocument => ({ mediaType: 'text/plain', metadata: {}, blocks });
const chunk = (blocks: Block[], options: Partial<ChunkOptions> = {}) => {
  const rendered = renderDocument(documentOf(...blocks));
  return {
    text: rendered.text,
    chunks: [...chunkDocument(rendered, { tokens: 20, overlap: 0, count: countWords, ...options })],
  };
};
const heading = (text: string, level = 1): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string, page?: number): Block => ({ kind: 'paragraph', text, page });
const words = (count: number, word = 'word') => Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
const sentences = (count: number) => Array.from({ length: count }, (_, at) => `Sentence ${at} ends here.`).join(' ');

describe('chunkDocument', () => {
  it('keeps a short document whole', () => {
    const { text, chunks } = chunk([heading('Title'), paragraph('One.'), paragraph('Two.')]);
    expect(chunks).toEqual([{ text, index: 0, headings: ['Title'], start: 0, end: text.length, tokens: 4 }]);
  });

  it('answers no chunks for a document without text', () => {
    expect(chunk([]).chunks).toEqual([]);
  });

  it('starts a chunk at a heading once the section before it has a quarter of the tokens', () => {
    const { chunks } = chunk([heading('A'), paragraph(words(6)), heading('B'), paragraph(words(6))]);
    expect(chunks.map(({ headings }) => headings)).toEqual([['A'], ['B']]);
  });

  it('joins small sections and gives them the headings that they share', () => {
    const sections = [heading('Top'), heading('A', 2), paragraph('one'), heading('B', 2), paragraph('two')];
    const { chunks } = chunk(sections, { tokens: 40 });
    expect(chunks.map(({ headings }) => headings)).toEqual([['Top']]);
  });

  it('leaves no heading at the end of a chunk, apart from what it introduces', () => {
    const { chunks } = chunk([paragraph(words(3)), heading('Next'), paragraph(words(18))]);
    expect(chunks.map(({ text }) => text.split('\n')[0])).toEqual([words(3), '# Next']);
  });

  it('forgets deeper headings at a higher one', () => {
    const { chunks } = chunk([
      heading('A'),
      heading('A1', 2),
      paragraph(words(10)),
      heading('B'),
      paragraph(words(10)),
    ]);
    expect(chunks.map(({ headings }) => headings)).toEqual([['A', 'A1'], ['B']]);
  });

  it('ends between paragraphs rather than in one that would fit into the next chunk', () => {
    const { chunks } = chunk([paragraph(words(12)), paragraph(sentences(4))]);
    expect(chunks.map(({ text }) => text)).toEqual([words(12), sentences(4)]);
  });

  it('ends between the sentences of a long paragraph and repeats the overlap', () => {
    const { chunks } = chunk([paragraph(sentences(10))], { overlap: 4 });
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(text).toMatch(/^Sentence .*\.$/);
    const last = chunks[0]?.text.split('. ').at(-1);
    expect(chunks[1]?.text.startsWith(last ?? '-')).toBe(true);
  });

  it('repeats nothing across a heading', () => {
    const { chunks } = chunk([paragraph(sentences(3)), heading('Next'), paragraph(sentences(3))], { overlap: 8 });
    expect(chunks[1]?.text.startsWith('# Next')).toBe(true);
  });

  it('repeats the header of a table in each chunk of its rows, which are never cut', () => {
    const rows = [['Name', 'Age'], ...Array.from({ length: 30 }, (_, at) => [`person${at}`, String(at)])];
    const { text, chunks } = chunk([{ kind: 'table', rows, headerRows: 1 }], { tokens: 60 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const part of chunks) {
      expect(part.text.startsWith('| Name | Age |\n| --- | --- |\n| person')).toBe(true);
      expect(part.text.endsWith(text.slice(part.start, part.end))).toBe(true);
      expect(
        part.text
          .split('\n')
          .slice(2)
          .every((row) => /^\| person\d+ \| \d+ \|$/.test(row)),
      ).toBe(true);
    }
  });

  it('repeats no header that takes more than half of a chunk', () => {
    const header = Array.from({ length: 12 }, (_, at) => `column${at}`);
    const rows = [header, ...Array.from({ length: 9 }, () => header.map(() => 'x'))];
    const { chunks } = chunk([{ kind: 'table', rows, headerRows: 1 }], { tokens: 30 });
    expect(chunks.at(-1)?.text).not.toContain('column0');
  });

  it('cuts words that are too long, and no character in two', () => {
    const { text, chunks } = chunk([paragraph('😀'.repeat(200))], { tokens: 7, count: countLetters });
    expect(chunks.map((part) => part.text).join('')).toBe(text);
    for (const part of chunks) expect(Buffer.from(part.text).toString()).toBe(part.text);
  });

  it('cuts text within the limit where a character of two units lies across it', () => {
    const { chunks } = chunk([paragraph(`${'x'.repeat(31)}${'😀'.repeat(4)}`)], { tokens: 4, count: countLetters });
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(4);
  });

  it('counts no more of a long block than its first chunks need', () => {
    let counted = 0;
    const count = (text: string) => {
      counted += text.length;
      return countWords(text);
    };
    const rendered = renderDocument(documentOf(paragraph(sentences(100_000))));
    expect(chunkDocument(rendered, { tokens: 20, overlap: 4, count }).next().done).toBe(false);
    expect(counted).toBeLessThan(100_000);
  });

  it.each(['code', 'paragraph'] as const)('cuts a single line of millions of characters: %s', (kind) => {
    const line = 'x'.repeat(2_000_000);
    const { chunks } = chunk([{ kind, text: line }], { tokens: 16, count: countLetters });
    expect(
      chunks
        .map((part) => part.text)
        .join('')
        .replaceAll(/[^x]/g, ''),
    ).toBe(line);
  });

  it('says on which page a chunk starts', () => {
    const { chunks } = chunk([paragraph(words(15), 1), paragraph(words(15), 2)]);
    expect(chunks.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('covers the text with chunks in order, each within the limit and verbatim, whatever the document', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).map((value) => value.trim());
    const block = fc.oneof(
      fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), text }),
      fc.record({ kind: fc.constant('paragraph' as const), text }),
      fc.record({ kind: fc.constant('code' as const), text }),
      fc.record({
        kind: fc.constant('table' as const),
        rows: fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 }),
        headerRows: fc.integer({ min: 0, max: 2 }),
      }),
    );
    const options = fc
      .record({ tokens: fc.integer({ min: 4, max: 60 }), share: fc.double({ min: 0, max: 0.9, noNaN: true }) })
      .map(({ tokens, share }) => ({ tokens, overlap: Math.floor(tokens * share), count: countLetters }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), options, (blocks, limits) => {
        const { text: whole, chunks } = chunk(blocks, limits);
        let covered = 0;
        const broken = chunks.flatMap((part, index) => {
          const before = chunks[index - 1]?.end ?? 0;
          covered = part.end;
          const rules = {
            index: part.index === index,
            count: part.tokens === countLetters(part.text),
            limit: part.tokens <= limits.tokens,
            order: part.end > before,
            text: part.text.endsWith(whole.slice(part.start, part.end)),
            cover: whole.slice(before, part.start).trim() === '',
          };
          return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [rule]));
        });
        expect(broken).toEqual([]);
        expect(whole.slice(covered).trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

describe('toChunkMetadata', () => {
  it('has the members that the specification requires, and no empty ones', () => {
    const [plain] = chunk([paragraph('text')]).chunks;
    const [paged] = chunk([{ kind: 'heading', level: 1, text: 'A', page: 3 }]).chunks;
    expect([plain, paged].map((part) => part && toChunkMetadata(part, 'a.md'))).toEqual([
      { source: 'a.md', chunk_index: 0, start: 0, end: 4 },
      { source: 'a.md', chunk_index: 0, page: 3, headings: ['A'], start: 0, end: 3 },
    ]);
  });
});

describe('toEmbeddedText', () => {
  it('puts the title and the headings above a chunk first, without saying any twice', () => {
    const { chunks } = chunk([heading('A'), heading('B', 2), paragraph(words(15)), paragraph(words(15, 'more'))]);
    expect(chunks.map((part) => toEmbeddedText(part, 'Report').split('\n')[0])).toEqual(['Report', 'Report > A > B']);
  });
});
