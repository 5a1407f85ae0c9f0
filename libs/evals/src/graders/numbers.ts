import type { EvalCase } from '../dataset/eval-case.js';
import type { GraderOf } from '../definition/grader.js';
import { expectedOf, type Grade, judged, NOTHING_EXPECTED, type Sample, ungraded } from './grade.js';

/** A minus behind a digit is one of a calculation. Commas separate thousands. */
const NUMBER = /(?<!\d)-?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/gi;

/** A number of the answer is the expected one, within a tolerance: the larger one of `absolute` and `relative` × expected. */
export function gradeNumeric(grader: GraderOf<'numeric'>, { text }: Sample, item: EvalCase): Grade {
  const expected = expectedOf(grader, item);
  if (expected === undefined) return NOTHING_EXPECTED;
  const right = typeof expected === 'number' ? expected : findNumber(String(expected), grader.pick);
  if (right === undefined) return ungraded('`expected` has no number.');
  const given = findNumber(text, grader.pick);
  if (given === undefined) return judged(false, 0, 'The answer has no number.');
  const tolerance = Math.max(grader.absolute, grader.relative * Math.abs(right));
  return judged(Math.abs(given - right) <= tolerance);
}

/** The number of a text that is meant; undefined if there is none. */
function findNumber(text: string, pick: GraderOf<'numeric'>['pick']): number | undefined {
  let found: string | undefined;
  for (const [number] of text.matchAll(NUMBER)) {
    found = number;
    if (pick !== 'last') break;
  }
  if (found === undefined || (pick === 'only' && text.trim() !== found)) return undefined;
  const value = Number(found.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}

/** The answer took at most so long. */
export function gradeLatency({ max_ms }: GraderOf<'latency'>, { latencyMs }: Sample): Grade {
  return judged(latencyMs <= max_ms, undefined, `${Math.round(latencyMs)} ms`);
}

/** The answer cost at most so much. An unknown cost is no grade. */
export function gradeCost({ max_usd }: GraderOf<'cost'>, { costUsd }: Sample): Grade {
  if (costUsd === null) return ungraded('The model has no price.');
  return judged(costUsd <= max_usd, undefined, `${costUsd} USD`);
}
