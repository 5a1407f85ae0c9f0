import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeCell } from './write-cell.js';

describe('a cell of a CSV file', () => {
  it.each([
    [null, ''],
    [0, '0'],
    [-1.5, '-1.5'],
    [true, 'true'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['＝1', `"'＝1"`],
  ])('%j is %j', (value, cell) => {
    expect(writeCell(value)).toBe(cell);
  });

  it('never begins as a formula does, and is read back whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\n', '\t', "'", 'a') }), (text) => {
        const cell = writeCell(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read).not.toMatch(/^[=+\-@\t\n]/);
        expect([text, `'${text}`]).toContain(read);
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\n]/);
      }),
    );
  });
});
