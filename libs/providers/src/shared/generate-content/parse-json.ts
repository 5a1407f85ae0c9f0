import { keepLongIntegers, parseJsonText } from '@multilane/contracts';

/** The parsed JSON, long integers as raw JSON for the inputs of tools; or undefined, which no JSON text means. */
export function parseJson(text: string): unknown {
  try {
    return keepLongIntegers(text, parseJsonText(text));
  } catch {
    return undefined;
  }
}
