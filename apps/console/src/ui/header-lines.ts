/** The headers of a text with one a line, `Name: value`. */
export function readHeaderLines(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

/** The lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** True if a line begins with the name of a header and a colon. */
export function isHeaderLine(line: string): boolean {
  return /^[^:\s]+\s*:/.test(line.trim());
}
