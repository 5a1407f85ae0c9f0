import { readFileSync, writeFileSync } from 'node:fs';

const END = '<!-- End of the table. -->';

/**
 * The page with `table` between the comment that names the command and the end comment that follows it.
 *
 * @throws Error if the page has no such pair of comments.
 */
export function replaceTable(page: string, command: string, table: string): string {
  const begin = `<!-- The table is written by \`${command}\`. -->\n`;
  const found = page.indexOf(begin);
  const from = found + begin.length;
  const to = page.indexOf(END, from);
  if (found < 0 || to < 0) throw new Error(`the page has no place for the table of ${command}`);
  return `${page.slice(0, from)}\n${table}\n${page.slice(to)}`;
}

/** Writes a measured table into a page of the docs. Throws as {@link replaceTable} does, and if there is no such page. */
export function saveTable(path: string, command: string, table: string): void {
  writeFileSync(path, replaceTable(readFileSync(path, 'utf8'), command, table));
}
