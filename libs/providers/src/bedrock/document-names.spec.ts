import { describe, expect, test } from '@jest/globals';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { DocumentNames } from './document-names.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

describe('DocumentNames', () => {
  test.each([
    [
      ['report.pdf', 'report.docx', 'Report (2).pdf'],
      ['report', 'report (2)', 'Report (2) (2)'],
    ],
    [
      [undefined, undefined, '', '.pdf'],
      ['document', 'document (2)', 'document (3)', 'document (4)'],
    ],
    [["John's  notes_v1.2\t[final].md"], ['John s notes v1 2 [final]']],
    [['分期报告.pdf'], ['document']],
  ])('%j are %j', (filenames, expected) => {
    const names = new DocumentNames();
    expect(filenames.map((filename) => names.take(filename))).toEqual(expected);
  });

  test('are allowed by the provider and never the same, whatever the files are called', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character, maxLength: 500 })), (filenames) => {
        const names = new DocumentNames();
        const taken = filenames.map((filename) => names.take(filename));
        for (const name of taken) expect(name).toMatch(/^(?=.{1,200}$)[A-Za-z0-9()[\]-]+(?: [A-Za-z0-9()[\]-]+)*$/);
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });
});
