import type { Block } from '../../document/parsed-document.js';
import { guessHeaderRows } from './guess-header-rows.js';
import type { PdfCell, PdfLine } from './pdf-lines.js';

/** From the bookmarks of a document: the level of each title, 1 for the highest. */
export type OutlineLevels = ReadonlyMap<string, number>;

/** Letters that are larger than the text's by this factor make a heading. */
const HEADING_SIZE = 1.1;
const LONGEST_HEADING = 200;
const DEEPEST_HEADING = 4;

/** The largest distance of two lines of a paragraph, in heights of their letters. */
const LINE_DISTANCE = 1.7;

const ITEM = /^(?:[•◦▪▸‣·]|[–—*-](?=\s)|(\(?\d{1,3}[.)])(?=\s))\s*/;

/** Finds headings, lists, tables and paragraphs in the lines of all pages by size, distance and alignment. */
export function pdfToBlocks(lines: readonly PdfLine[], outline: OutlineLevels = new Map()): Block[] {
  const sizes = headingSizes(lines);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const table = takeTable(lines, at);
    const level = headingLevel(line, sizes, outline);
    if (table.length > 1) {
      blocks.push(toTable(table));
      at += table.length;
    } else if (level !== undefined) {
      blocks.push({ kind: 'heading', level, text: textOf(line), page: line.page });
      at += 1;
    } else {
      const taken = takeParagraph(lines, at, (next) => headingLevel(next, sizes, outline) !== undefined);
      addParagraph(blocks, taken);
      at += taken.length;
    }
  }
  return blocks;
}

export const normalizeTitle = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

const textOf = (line: PdfLine) => line.cells.map(({ text }) => text.trim()).join(' ');
const sizeOf = ({ height }: PdfLine) => Math.round(height * 2) / 2;

/** The sizes of headings, the largest first: those above the size in which most of the text is set. */
function headingSizes(lines: readonly PdfLine[]): number[] {
  const letters = new Map<number, number>();
  for (const line of lines) letters.set(sizeOf(line), (letters.get(sizeOf(line)) ?? 0) + textOf(line).length);
  const [body = 0] = [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  return [...letters.keys()].filter((size) => size >= body * HEADING_SIZE).sort((a, b) => b - a);
}

function headingLevel(line: PdfLine, sizes: readonly number[], outline: OutlineLevels): number | undefined {
  const text = textOf(line);
  const stated = outline.get(normalizeTitle(text));
  if (stated !== undefined) return stated;
  const rank = sizes.indexOf(sizeOf(line));
  const isTitle = rank !== -1 && line.cells.length === 1 && text.length <= LONGEST_HEADING && /\p{L}/u.test(text);
  return isTitle ? Math.min(rank + 1, DEEPEST_HEADING) : undefined;
}

/** The lines from one on that are rows of one table: at least two cells each, and about as many as the row above. */
function takeTable(lines: readonly PdfLine[], from: number): PdfLine[] {
  const taken: PdfLine[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at];
    const above = taken.at(-1);
    if (line === undefined || line.cells.length < 2 || line.page !== lines[from]?.page) break;
    if (above !== undefined && (line.y >= above.y || !sharesColumns(above, line))) break;
    taken.push(line);
  }
  return taken;
}

function sharesColumns(above: PdfLine, line: PdfLine): boolean {
  const shared = line.cells.filter((cell) => above.cells.some((other) => overlap(cell, other) > 0)).length;
  return shared >= Math.min(above.cells.length, line.cells.length) - 1 && shared >= 1;
}

/** A page may have more lines than a call takes arguments. */
const greatest = (numbers: readonly number[]) =>
  numbers.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY);

const overlap = (a: PdfCell, b: PdfCell) => Math.min(a.end, b.end) - Math.max(a.x, b.x);

/** The row with most cells says which columns there are; each cell belongs to the column that it overlaps most. */
function toTable(lines: readonly PdfLine[]): Block {
  const columns = lines.reduce((most, { cells }) => (cells.length > most.length ? cells : most), [] as PdfCell[]);
  const rows = lines.map(({ cells }) => {
    const row = columns.map(() => '');
    for (const cell of cells) {
      const overlaps = columns.map((column) => overlap(cell, column));
      const column = overlaps.indexOf(greatest(overlaps));
      row[column] = `${row[column]} ${cell.text}`.trim();
    }
    return row;
  });
  // Pairs of a name and a value look like a table of two columns, which has no header.
  const headerRows = columns.length > 2 ? guessHeaderRows(rows) : 0;
  return { kind: 'table', rows, headerRows, page: lines[0]?.page };
}

/** The lines from one on that are one paragraph, or one item of a list. */
function takeParagraph(lines: readonly PdfLine[], from: number, isHeading: (line: PdfLine) => boolean): PdfLine[] {
  const taken = lines.slice(from, from + 1);
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at];
    const above = taken.at(-1);
    if (line === undefined || above === undefined || !follows(above, line) || isHeading(line)) break;
    if (ITEM.test(textOf(line)) || line.cells.length > 1) break;
    taken.push(line);
  }
  return taken;
}

function follows(above: PdfLine, line: PdfLine): boolean {
  const distance = above.y - line.y;
  const sameSize = Math.abs(above.height - line.height) <= above.height * 0.1;
  return above.page === line.page && sameSize && distance > 0 && distance <= above.height * LINE_DISTANCE;
}

function addParagraph(blocks: Block[], lines: readonly PdfLine[]): void {
  const text = joinLines(lines);
  const page = lines[0]?.page;
  const mark = ITEM.exec(text);
  if (mark === null) {
    blocks.push({ kind: 'paragraph', text, page });
    return;
  }
  const item = { text: text.slice(mark[0].length), depth: 0, marker: mark[1] ?? '-' };
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.page === page)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
  else blocks.push({ kind: 'list', items: [item], page });
}

/** Lines that end this far, in shares of the widest, before the right edge end there on purpose. */
const SHORT_LINE = 0.25;

/** The text of a paragraph. Words that were cut at the end of a line become whole; lines that end early stay lines. */
function joinLines(lines: readonly PdfLine[]): string {
  const left = -greatest(lines.map(({ x }) => -x));
  const right = greatest(lines.map(endOf));
  return lines.reduce((text, line, at) => {
    const above = lines[at - 1];
    if (above === undefined) return textOf(line);
    if (endOf(above) < right - (right - left) * SHORT_LINE) return `${text}\n${textOf(line)}`;
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(textOf(line))) return text.slice(0, -1) + textOf(line);
    return `${text} ${textOf(line)}`;
  }, '');
}

const endOf = (line: PdfLine) => line.cells.at(-1)?.end ?? line.x;
