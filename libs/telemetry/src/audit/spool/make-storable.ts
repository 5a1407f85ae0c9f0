/** Texts that PostgreSQL cannot keep: the NUL character, and halves of characters. */
const UNSTORABLE = /\\u0000|\\ud[89ab][0-9a-f]{2}|\\ud[c-f][0-9a-f]{2}/i;

/**
 * A line of the audit log that a database can take. Callers choose the names of models and paths, and what no database
 * takes would keep the records beside it from being stored too.
 */
export function makeStorable(line: string): string {
  if (!line.includes('\\u') || !UNSTORABLE.test(line)) return line;
  return JSON.stringify(JSON.parse(line), (_name, value: unknown) =>
    typeof value === 'string' ? Buffer.from(value.replaceAll('\0', '\uFFFD')).toString() : value,
  );
}
