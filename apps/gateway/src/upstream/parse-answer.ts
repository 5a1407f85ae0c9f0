import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepLongIntegers, parseJsonText } from '@multilane/contracts';
import { ANSWER_LIMITS, JsonMeter, parseLargeAnswer } from '@multilane/validation';
import { INPUT_LIMITS } from './whole-answer.js';

/** Larger answers are parsed in several turns of the event loop. */
const LARGE_BYTES = 256 * 1024;

/** A new one in each process, so that no provider can write what stands in for a long string. */
const SECRET = randomBytes(16).toString('hex');

/**
 * The value of an answer that was read whole. An answer that would hold up others is rejected before it is parsed, and the rest of a large
 * answer is parsed in turns (docs/contract/bounds.md). Rejects where it is not JSON, or exceeds a bound.
 */
export async function parseAnswer(bytes: Buffer, keepsLongIntegers = false): Promise<unknown> {
  if (bytes.length <= LARGE_BYTES) {
    const text = bytes.toString('utf8');
    const value = parseJsonText(text);
    return keepsLongIntegers ? keepLongIntegers(text, value) : value;
  }
  const meter = new JsonMeter(keepsLongIntegers ? INPUT_LIMITS : ANSWER_LIMITS);
  for (let start = 0; start < bytes.length; start += LARGE_BYTES) {
    meter.read(bytes.subarray(start, start + LARGE_BYTES));
    await nextTurn();
  }
  return parseLargeAnswer(bytes, meter.longStrings, nextTurn, SECRET, keepsLongIntegers);
}
