import { keepLongIntegers, parseJsonText } from '@multilane/contracts';

/** More of them are no inputs of tools: each costs far more than a number. */
const MOST_LONG_INTEGERS = 20_000;

/**
 * The parsed JSON of an event, long integers as raw JSON for the inputs of tools; or undefined, which no JSON text means. The text has been
 * bounded as an event.
 */
export function parseJson(text: string): unknown {
  try {
    return keepLongIntegers(text, parseJsonText(text), MOST_LONG_INTEGERS);
  } catch {
    return undefined;
  }
}
