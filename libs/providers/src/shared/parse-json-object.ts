import { isDeeperThan, MAXIMUM_DEPTH, mayHoldLongInteger, parseKeepingIntegers } from '@multilane/contracts';
import { isRecord } from './is-record.js';

/**
 * The object that a text within a request holds as JSON, such as a call's arguments; undefined for anything else. Bound
 * as the request itself is: one nested deeper is none, and an integer that a double cannot hold keeps its digits.
 */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  const value = parse(text);
  if (!isRecord(value) || isDeeperThan(value, MAXIMUM_DEPTH)) return undefined;
  return mayHoldLongInteger(text) ? (parseKeepingIntegers(text) as Record<string, unknown>) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
