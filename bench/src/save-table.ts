import { readFileSync, writeFileSync } from 'node:fs';

/** The comments of a page between which a command writes. */
export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/**
 * A page with other text between its marks; the marks stay.
 *
 * @throws if the page does not have both marks, in this order
 */
export function replaceBetween(page: string, { begin, end }: Marks, text: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`the page has no place for the table: ${begin}`);
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** Writes text between the marks of a page of the documentation. */
export function saveTable(path: string, marks: Marks, text: string): void {
  writeFileSync(path, replaceBetween(readFileSync(path, 'utf8'), marks, text));
}
