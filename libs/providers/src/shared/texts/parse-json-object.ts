import { isDeeperThan, isRecord, keepLongIntegers, MAXIMUM_DEPTH, parseNestedJson } from '@multilane/contracts';

/**
 * The object that a text within a request holds as JSON, such as a call's arguments; undefined for anything else. Bound
 * as the request itself is: one that holds more is none, or with the others more (`beginNestedJson`), and an integer that a double cannot hold keeps its digits.
 */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  const value = parse(text);
  if (!isRecord(value) || isDeeperThan(value, MAXIMUM_DEPTH)) return undefined;
  return keepLongIntegers(text, value) as Record<string, unknown>;
}

/** Most results of tools are plain words; finding that out by an exception takes ten times as long as parsing would. */
const OBJECT_BEGINS = /^[ \t\r\n]*\{/;

function parse(text: string): unknown {
  if (!OBJECT_BEGINS.test(text)) return undefined;
  try {
    return parseNestedJson(text);
  } catch {
    return undefined;
  }
}
