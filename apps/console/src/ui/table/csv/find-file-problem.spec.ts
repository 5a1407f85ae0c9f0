import { expect, it } from '@jest/globals';
import { findFileProblem, MOST_ROWS } from './find-file-problem.js';

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => ({ number: at + 2, cells: { name: 'a' } }));

it.each([
  ['has a column that is required and one more', ['name', 'team'], 1, undefined],
  ['has as many rows as a file may have', ['name'], MOST_ROWS, undefined],
  ['lacks a column', ['team'], 1, { text: 'missing', values: { column: 'name' } }],
  ['has a heading alone', ['name'], 0, { text: 'noRows', values: {} }],
  ['has too many rows', ['name'], MOST_ROWS + 1, { text: 'tooMany', values: { count: MOST_ROWS } }],
])('finds what is wrong with a file that %s', (_, columns, rows, problem) => {
  expect(findFileProblem({ columns, lines: linesOf(rows) }, ['name'])).toEqual(problem);
});
