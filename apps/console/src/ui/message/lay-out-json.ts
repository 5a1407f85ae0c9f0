/** Longest text that is laid out. */
const MOST_CHARACTERS = 100_000;

/** Lays out a text that is JSON, a member a line. Other texts, and very long ones, stay as they are. */
export function layOutJson(text: string): string {
  const value = text.length > MOST_CHARACTERS ? undefined : read(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** True for a text that is an object or a list of JSON. */
export function isJson(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^\s*[[{]/.test(text) && read(text) !== undefined;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is no JSON: a model may have written it.
    return undefined;
  }
}
