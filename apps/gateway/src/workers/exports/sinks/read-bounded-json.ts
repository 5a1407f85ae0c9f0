import { JsonTooLarge, parseBoundedJson } from '@multilane/contracts';

/** Members of a short answer; none if it is not a JSON object. */
export function readBoundedJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseBoundedJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonTooLarge) return {};
    throw error;
  }
}
