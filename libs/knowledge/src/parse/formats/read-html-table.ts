import { type ChildNode, type Element, isTag } from 'domhandler';
import type { TableBlock } from '../../document/parsed-document.js';
import { collectText } from './collect-text.js';
import { guessHeaderRows } from './guess-header-rows.js';
import { pushChildren } from './walk-tree.js';

/** Browsers read no larger spans either. */
const LARGEST_SPAN = 1_000;

/** Spans may make a few bytes a table of millions of cells. */
const MOST_CELLS = 2_000_000;

interface Cell {
  readonly text: string;
  readonly header: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** The grid of a table, with the text of merged cells in each cell that they cover. Undefined if it only lays out a page. */
export function readTable(table: Element): TableBlock | undefined {
  const found = [...rowsOf(table)];
  if (found.length === 0 || isLayout(table, found)) return undefined;
  const { rows, headerRows } = layOut(found);
  const caption = table.children.find((child) => isTag(child) && child.name === 'caption');
  return {
    kind: 'table',
    rows,
    headerRows: headerRows > 0 && headerRows < rows.length ? headerRows : guessHeaderRows(rows),
    ...(caption && { caption: collectText(caption) }),
  };
}

/** The rows of a table, but not those of tables in its cells. */
function* rowsOf(table: Element): Generator<{ row: Element; inHead: boolean }> {
  for (const child of table.children) {
    if (!isTag(child)) continue;
    if (child.name === 'tr') yield { row: child, inHead: false };
    if (child.name !== 'thead' && child.name !== 'tbody' && child.name !== 'tfoot') continue;
    for (const row of child.children) {
      if (isTag(row) && row.name === 'tr') yield { row, inHead: child.name === 'thead' };
    }
  }
}

/** Tables in tables, and tables of one cell, lay out pages; so do those that say so. */
function isLayout(table: Element, rows: readonly { row: Element }[]): boolean {
  const cells = rows.flatMap(({ row }) => cellsOf(row));
  return cells.length <= 1 || table.attribs.role === 'presentation' || cells.some(containsTable);
}

function containsTable(cell: Element): boolean {
  const stack: ChildNode[] = [...cell.children];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue;
    if (node.name === 'table') return true;
    pushChildren(stack, node);
  }
  return false;
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isTag(child) && (child.name === 'td' || child.name === 'th'));
}

function readCell(cell: Element): Cell {
  return {
    text: collectText(cell),
    header: cell.name === 'th',
    columns: readSpan(cell.attribs.colspan),
    rows: readSpan(cell.attribs.rowspan),
  };
}

function readSpan(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 ? Math.min(span, LARGEST_SPAN) : 1;
}

function layOut(found: readonly { row: Element; inHead: boolean }[]): { rows: string[][]; headerRows: number } {
  const rows: string[][] = [];
  /** For each column: a merged cell that reaches down, and for how many rows more. */
  let reaching: { text: string; rows: number }[] = [];
  let headerRows = 0;
  let cells = 0;
  for (const [at, { row, inHead }] of found.entries()) {
    const line: string[] = [];
    const nextReaching: { text: string; rows: number }[] = [];
    const carry = () => {
      for (let above = reaching[line.length]; above !== undefined && above.rows > 0; above = reaching[line.length]) {
        nextReaching[line.length] = { text: above.text, rows: above.rows - 1 };
        line.push(above.text);
      }
    };
    const own = cellsOf(row).map(readCell);
    for (const cell of own) {
      carry();
      for (let column = 0; column < cell.columns && cells < MOST_CELLS; column += 1) {
        nextReaching[line.length] = { text: cell.text, rows: cell.rows - 1 };
        line.push(cell.text);
        cells += 1;
      }
    }
    carry();
    reaching = nextReaching;
    rows.push(line);
    const isHeader = inHead || (own.length > 0 && own.every(({ header }) => header));
    if (isHeader && headerRows === at) headerRows += 1;
  }
  return { rows, headerRows };
}
