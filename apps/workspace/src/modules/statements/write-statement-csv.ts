import { fieldsOf } from '../../fields/field.js';
import { plainOf, writeCell } from '../../lists/write-cell.js';
import { StatementLineView } from './dto/statement.view.js';
import type { ShownLine } from './statements.service.js';

/** Writes the lines of statements as CSV (RFC 4180), a batch at a time. */
export async function* writeStatementCsv(batches: AsyncIterable<readonly ShownLine[]>): AsyncGenerator<string, void> {
  const columns = [...fieldsOf(StatementLineView.prototype).keys()].filter((column) => column !== 'object');
  yield `${columns.join(',')}\r\n`;
  for await (const lines of batches) {
    yield lines
      .map((line) => {
        const view = StatementLineView.of(line) as unknown as Readonly<Record<string, string | number | null>>;
        return `${columns.map((column) => writeCell(plainOf(view[column] ?? null))).join(',')}\r\n`;
      })
      .join('');
  }
}
