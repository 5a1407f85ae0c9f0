/**
 * True if the first row of a table names its columns: it is filled, says nothing twice, has no numbers, and something
 * follows it. Formats that mark their headers do not need this guess.
 */
export function guessHeaderRows(rows: readonly (readonly string[])[]): number {
  const first = rows[0]?.map((cell) => cell.trim()) ?? [];
  const names = first.slice(0, first.findLastIndex((cell) => cell !== '') + 1);
  const filled = names.filter((cell) => cell !== '');
  const looksLikeNames = filled.every((cell) => !/^[-+$€£]?[\d.,:/%\s-]+$/.test(cell) && cell.length <= 100);
  const enough = filled.length >= Math.max(1, names.length - 1) && new Set(filled).size === filled.length;
  return rows.length > 1 && filled.length > 0 && enough && looksLikeNames ? 1 : 0;
}
