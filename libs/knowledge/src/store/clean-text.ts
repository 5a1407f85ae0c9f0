/** NUL and halves of characters: neither PostgreSQL nor JSON of other systems takes them. */
export const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** True if stores can hold a text as it is. */
export const isStorable = (text: string): boolean => text.search(UNSTORABLE) === -1;

/** The text as stores can hold it. */
export const cleanText = (text: string): string => text.replace(UNSTORABLE, '\ufffd');

/** JSON in which each text, and each key, is clean. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [cleanText(key), cleanValue(member)]));
}
