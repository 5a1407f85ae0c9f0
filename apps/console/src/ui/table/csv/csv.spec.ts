import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCsv, writeCsv } from './csv.js';

const linesOf = (text: string) => readCsv(text).lines.map(({ number, cells }) => [number, cells]);

describe('a file of comma-separated values', () => {
  it('is read with its header, whatever ends its lines', () => {
    expect(readCsv('\uFEFFName,Team\r\nci,research\n').columns).toEqual(['name', 'team']);
    expect(linesOf('name,team\r\nci,research\r\n\r\nb,"x, ""y"""\n')).toEqual([
      [2, { name: 'ci', team: 'research' }],
      [4, { name: 'b', team: 'x, "y"' }],
    ]);
  });

  it('counts the lines that a cell spans, and fills cells that a line lacks', () => {
    expect(linesOf('name,note,team\n"a","two\nlines"\nb')).toEqual([
      [2, { name: 'a', note: 'two\nlines', team: '' }],
      [4, { name: 'b', note: '', team: '' }],
    ]);
  });

  it('loses nothing of a cell whose quotes are not those of the format', () => {
    expect(linesOf('name,team\n5" nail,x\n"a" b,y\n"open,z')).toEqual([
      [2, { name: '5" nail', team: 'x' }],
      [3, { name: '"a" b', team: 'y' }],
      [4, { name: '"open', team: 'z' }],
    ]);
  });

  it('takes the apostrophe away that an export put before a formula', () => {
    expect(linesOf(`name\n"'=SUM(A1)"\n`)).toEqual([[2, { name: '=SUM(A1)' }]]);
    expect(linesOf(`name\n'quoted'\n`)).toEqual([[2, { name: "'quoted'" }]]);
  });

  it('is read as it was written', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('=', '-', '"', ',', '\n', "'", 'a', 'ü'), minLength: 1 })
      .filter((text) => {
        return text === text.trim() && !/^'[=+\-@\t\r\n]/.test(text);
      });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const { lines } = readCsv(writeCsv(['one', 'two'], rows));
        expect(lines.map(({ cells }) => [cells.one, cells.two])).toEqual(rows);
      }),
    );
  });
});
