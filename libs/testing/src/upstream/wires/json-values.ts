import { isRecord } from '@multilane/contracts';

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isFilledArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** The elements of an array that are objects; none when `value` is no array. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The member of an object, itself an object; an empty one if there is none. */
export function objectAt(value: unknown, member: string): Record<string, unknown> {
  const found = isRecord(value) ? value[member] : undefined;
  return isRecord(found) ? found : {};
}

/** The text, or the empty one if there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value of a JSON text; undefined when it is none. Streams hold events that are no JSON on purpose. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
