import { fieldsOf } from '../../fields/field.js';
import { plainOf, writeCell } from '../../lists/write-cell.js';
import { StatementLineView } from './dto/statement.view.js';
import type { ShownLine } from './statements.service.js';

/** Lines that are written at once. */
const BATCH = 500;

/** Writes the lines of statements as CSV (RFC 4180), some at a time. */
export function* writeStatementCsv(lines: readonly ShownLine[]): Generator<string, void> {
  const columns = [...fieldsOf(StatementLineView.prototype).keys()].filter((column) => column !== 'object');
  yield `${columns.join(',')}\r\n`;
  for (let at = 0; at < lines.length; at += BATCH) {
    yield lines
      .slice(at, at + BATCH)
      .map((line) => {
        const view = StatementLineView.of(line) as unknown as Readonly<Record<string, string | number | null>>;
        return `${columns.map((column) => writeCell(plainOf(view[column] ?? null))).join(',')}\r\n`;
      })
      .join('');
  }
}
