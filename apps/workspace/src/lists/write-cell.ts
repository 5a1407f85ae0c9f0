/** An object is its JSON. */
export function plainOf(value: string | number | boolean | object | null): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/**
 * A value of a cell; null is empty. Spreadsheets run a text that begins like a formula, and callers choose names of models and
 * ids of requests: such a text gets an apostrophe before it (OWASP, "CSV Injection").
 */
export function writeCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
