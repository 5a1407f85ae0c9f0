import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { compareRow } from './compare-ledger.js';
import { computeLedger, nameRow } from './compute-ledger.js';
import { listRows, readCells, readExpectedLedger } from './expected-ledger.js';
import { recordLedger } from './record-ledger.js';
import { renderTranslationDocs } from './render-translation-docs.js';

const FOLDER = new URL('./expected/', import.meta.url);
const EXPECTED = readExpectedLedger(FOLDER);
const FOUND = computeLedger();

describe('a translation is the reviewed one', () => {
  test.each(FOUND.map((row) => [nameRow(row), row] as const))('%s', (_, row) => {
    const { source, section, feature } = row;
    expect(compareRow(row, EXPECTED.sources[source][section]?.[feature], EXPECTED.sentences)).toEqual([]);
  });
});

describe('the reviewed ledger', () => {
  test('has no row that nothing asks for, and no probe is hidden by another of its name', () => {
    const names = FOUND.map(nameRow);
    expect(new Set(names).size).toBe(names.length);
    expect(listRows(EXPECTED).map(nameRow)).toEqual(names);
  });

  test('has no cell of a request that is silent', () => {
    const silent = listRows(EXPECTED).filter(
      ({ section, row }) => section === 'requests' && [...readCells(row).values()].includes('-'),
    );
    expect(silent.map(nameRow)).toEqual([]);
  });

  test('has no sentence that is not needed', () => {
    const cells = listRows(EXPECTED).flatMap(({ row }) => Object.keys(row));
    const unused = Object.keys(EXPECTED.sentences).filter((name) => !cells.some((cell) => cell.endsWith(`: ${name}`)));
    expect(unused).toEqual([]);
  });

  test('is what would be recorded of the code as it is', () => {
    expect(recordLedger(FOUND, EXPECTED)).toEqual(EXPECTED.sources);
  });

  test('is what docs/translation.md shows', () => {
    const page = readFileSync(new URL('../../../docs/translation.md', import.meta.url), 'utf8');
    expect(page).toBe(renderTranslationDocs(EXPECTED));
  });
});
