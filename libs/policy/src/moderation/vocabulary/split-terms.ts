/** The terms of a list that is written one language a line, with commas between them. */
export function splitTerms(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(', '));
}
