import { describe, expect, it } from '@jest/globals';
import { readObjects } from './opendocument-objects.js';
import type { Parts } from './relationships.js';

const document = (body: string) =>
  Buffer.from(`<office:document-content><office:body>${body}</office:body></office:document-content>`);

/** The parts of a text with embedded spreadsheets that have these rows. */
function textWith(...sheets: readonly string[]): Parts {
  return new Map([
    ['content.xml', document('<office:text><text:p>a</text:p></office:text>')],
    ...sheets.map((rows, at): [string, Buffer] => [
      `Object ${at + 1}/content.xml`,
      document(
        `<office:spreadsheet><table:table table:name="S">${rows}</table:table><table:named-expressions/></office:spreadsheet>`,
      ),
    ]),
  ]);
}

const rowsOf = (parts: Parts) =>
  readObjects(parts).placed.map(({ block }) => (block.kind === 'table' ? block.rows : undefined));
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
const times = (count: number) => ` table:number-columns-repeated="${count}"`;
const empty = (count: number) => `<table:table-cell${times(count)}/>`;

describe('embedded spreadsheets', () => {
  it('have all their rows, though each is filled up to the last column of the sheet', () => {
    const rows = Array.from({ length: 100 }, (_, at) => [`name ${at}`, '', `${at}`]);
    const sheet = rows.map(([name = '', , value = '']) => row(cell(name) + empty(1) + cell(value) + empty(16_381)));
    const parts = textWith(sheet.join(''));
    expect(rowsOf(parts)).toEqual([rows]);
    expect(readObjects(parts).leftOut).toBeUndefined();
  });

  it('do not count cells that only say that they have no value', () => {
    const sheet = row(cell('a') + cell('NaN', times(16_383))).repeat(20);
    expect(rowsOf(textWith(sheet))).toEqual([Array.from({ length: 20 }, () => ['a'])]);
  });

  it.each([
    ['columns', row(cell('x', times(1_000_000)))],
    ['rows', row(cell('x'), ' table:number-rows-repeated="1000000"')],
    ['cells before the last one', row(empty(16_383) + cell('x')).repeat(20)],
  ])('are named where they are cut off, for too many %s', (_what, rows) => {
    const { leftOut } = readObjects(textWith(row(cell('whole')), rows));
    expect(leftOut).toBe('Left out: embedded tables that are cut off, for they are too large (1).');
  });

  it('have the rows of tables in their cells, but what a paragraph has in it once', () => {
    const inner = `<table:table>${row(cell('inner'))}</table:table>`;
    const rows = row(`<table:table-cell><text:p>outer</text:p>${inner}</table:table-cell>`);
    expect(rowsOf(textWith(rows + row(cell(`before ${inner}`))))).toEqual([[['outer'], ['inner'], ['before inner']]]);
  });
});
