/** A piece of text where a page draws it, in points from the lower left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfCell {
  text: string;
  readonly x: number;
  end: number;
}

/** A line of text. Wide gaps cut it into cells, which may be of a table. */
export interface PdfLine {
  readonly cells: PdfCell[];
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** The height of the largest letters. */
  height: number;
}

/** Letters on one line differ by less than this share of their height, superscripts included. */
const SAME_LINE = 0.5;

/** Gaps in shares of the height of letters: from this one there is a space, and from the other one another cell. */
const SPACE_GAP = 0.12;
const CELL_GAP = 1.5;

const LONE_BULLET = /^(?:[•◦▪▸‣·–—*-]|\(?\d{1,3}[.)])$/;

/** Puts the texts of a page together to lines, in the order in which the page draws them. */
export function toLines(texts: readonly PdfText[], page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const item of texts) {
    if (item.text.trim() === '') continue;
    const line = lines.at(-1);
    if (line !== undefined && continues(line, item)) extend(line, item);
    else lines.push({ cells: [cellOf(item)], page, x: item.x, y: item.y, height: item.height });
  }
  return lines.map(joinBullet);
}

const cellOf = ({ text, x, width }: PdfText): PdfCell => ({ text, x, end: x + width });

function continues(line: PdfLine, item: PdfText): boolean {
  const height = Math.max(line.height, item.height);
  const end = line.cells.at(-1)?.end ?? line.x;
  return Math.abs(line.y - item.y) <= height * SAME_LINE && item.x >= end - height * SAME_LINE;
}

function extend(line: PdfLine, item: PdfText): void {
  const cell = line.cells.at(-1);
  line.height = Math.max(line.height, item.height);
  if (cell === undefined) return;
  const gap = item.x - cell.end;
  if (gap > line.height * CELL_GAP) {
    line.cells.push(cellOf(item));
    return;
  }
  const spaced = cell.text.endsWith(' ') || item.text.startsWith(' ') || gap <= line.height * SPACE_GAP;
  cell.text += spaced ? item.text : ` ${item.text}`;
  cell.end = item.x + item.width;
}

/** A bullet with a wide gap behind it is no cell of a table. */
function joinBullet(line: PdfLine): PdfLine {
  const [first, second, ...others] = line.cells;
  if (first === undefined || second === undefined || !LONE_BULLET.test(first.text.trim())) return line;
  return { ...line, cells: [{ text: `${first.text.trim()} ${second.text}`, x: first.x, end: second.end }, ...others] };
}
