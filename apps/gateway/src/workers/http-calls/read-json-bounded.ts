import { isDeeperThan, parseBoundedJson } from '@multilane/contracts';

/** Deeper JSON is hostile: code that walks over it would run out of stack. */
const DEEPEST = 64;

/** Parses a text of JSON. Undefined if it is no JSON, holds more than is parsed at once, or is nested too deeply. */
export function readJsonBounded(text: string): { readonly value: unknown } | undefined {
  try {
    const value = parseBoundedJson(text);
    return isDeeperThan(value, DEEPEST) ? undefined : { value };
  } catch {
    return undefined;
  }
}
