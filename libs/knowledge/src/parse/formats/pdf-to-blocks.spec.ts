import { describe, expect, it } from '@jest/globals';
import { type PdfText, toLines } from './pdf-lines.js';
import { pdfToBlocks } from './pdf-to-blocks.js';

const piece = (text: string, x: number, y: number, height = 10): PdfText => ({
  text,
  x,
  y,
  width: text.length * height * 0.5,
  height,
});
const blocksOf = (pieces: readonly PdfText[], outline?: ReadonlyMap<string, number>) =>
  pdfToBlocks(toLines(pieces, 1), outline);
const BODY = 'Words that fill the line of a page to its end';

describe('toLines', () => {
  it('joins the pieces of a line, with a space where there is a gap', () => {
    const [line, ...others] = toLines([piece('Hel', 0, 100), piece('lo', 15, 100), piece('world', 28, 100)], 1);
    expect(line?.cells.map(({ text }) => text)).toEqual(['Hello world']);
    expect(others).toEqual([]);
  });

  it('cuts a line into cells where a gap is wide, but not behind a bullet', () => {
    const [row, item] = toLines(
      [piece('a', 0, 100), piece('b', 80, 100), piece('•', 0, 80), piece('point', 30, 80)],
      1,
    );
    expect(row?.cells.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(item?.cells.map(({ text }) => text)).toEqual(['• point']);
  });

  it('keeps raised letters in their line', () => {
    expect(toLines([piece('10', 0, 100), piece('2', 10, 104, 6)], 1)).toHaveLength(1);
  });
});

describe('pdfToBlocks', () => {
  it('takes larger letters for headings, by their size', () => {
    const blocks = blocksOf([piece('Top', 0, 300, 20), piece('Sub', 0, 270, 14), piece(BODY, 0, 240)]);
    expect(blocks.map((block) => [block.kind, 'level' in block && block.level])).toEqual([
      ['heading', 1],
      ['heading', 2],
      ['paragraph', false],
    ]);
  });

  it('takes bookmarks for headings, whatever their size', () => {
    const [block] = blocksOf([piece('Part  One', 0, 300), piece(BODY, 0, 280)], new Map([['part one', 2]]));
    expect(block).toMatchObject({ kind: 'heading', level: 2 });
  });

  it('joins the lines of a paragraph and makes words whole', () => {
    expect(
      blocksOf([piece(`${BODY} contin-`, 0, 300), piece('ued here', 0, 288), piece('Apart.', 0, 250)]),
    ).toMatchObject([
      { kind: 'paragraph', text: `${BODY} continued here` },
      { kind: 'paragraph', text: 'Apart.' },
    ]);
  });

  it('keeps lines that end early as lines', () => {
    expect(blocksOf([piece('Street 1', 0, 300), piece('8000 Zurich', 0, 288), piece(BODY, 0, 276)])).toMatchObject([
      { text: `Street 1\n8000 Zurich\n${BODY}` },
    ]);
  });

  it('finds the items of lists, with the lines that continue them', () => {
    expect(blocksOf([piece(`• ${BODY}`, 0, 300), piece('and more', 8, 288), piece('2. two', 0, 276)])).toMatchObject([
      {
        kind: 'list',
        items: [
          { marker: '-', text: `${BODY} and more` },
          { marker: '2.', text: 'two' },
        ],
      },
    ]);
  });

  it('puts cells into the columns that they overlap', () => {
    const rows = [
      [piece('Item', 0, 300), piece('Note', 100, 300), piece('Price', 200, 300)],
      [piece('Tea', 0, 288), piece('3.20', 205, 288)],
      [piece('Cake', 0, 276), piece('fresh', 100, 276), piece('4.80', 205, 276)],
    ];
    expect(blocksOf(rows.flat())).toEqual([
      {
        kind: 'table',
        rows: [
          ['Item', 'Note', 'Price'],
          ['Tea', '', '3.20'],
          ['Cake', 'fresh', '4.80'],
        ],
        headerRows: 1,
        page: 1,
      },
    ]);
  });
});
