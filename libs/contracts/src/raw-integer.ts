/**
 * JSON's parsing with source text (ECMAScript 2026), which Node 24 has and the compiler's ES2023 library does not
 * declare. A raw value is an opaque, frozen object that `JSON.stringify` writes as the very text it was made of.
 */
interface JsonWithSource {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

const json: JsonWithSource = JSON as Partial<JsonWithSource> as JsonWithSource;

/** Integers of fewer digits fit a double. Looking for what stands before a number would take longer than this. */
const LONG_INTEGER = /\d{16}/;

/** Whether a JSON text may hold integers that a double cannot; cheap, and true for digits in a string too. */
export function mayHoldLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text);
}

/** Parses a valid JSON text, keeping as raw JSON every integer whose digits a double would change. */
export function parseKeepingIntegers(text: string): unknown {
  return json.parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}

/** Whether a value of a parsed body is an integer that was kept as raw JSON; it is no object of the caller's. */
export function isRawInteger(value: unknown): boolean {
  return json.isRawJSON(value);
}
