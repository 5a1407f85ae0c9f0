import type { EvalCase, ToolCall } from '../dataset/eval-case.js';

/** Answer of a target, as graders see it. */
export interface Sample {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly latencyMs: number;
  /** US dollars; null if the model has no price. */
  readonly costUsd: number | null;
}

/**
 * Verdict of a grader. `error`: it could not grade, such as a judge that did not answer. That is never a score, and is
 * counted apart.
 */
export type Grade =
  | { readonly status: 'passed' | 'failed'; readonly score: number; readonly reason: string | null }
  | { readonly status: 'error'; readonly score: null; readonly reason: string };

export function judged(passed: boolean, score = passed ? 1 : 0, reason: string | null = null): Grade {
  return { status: passed ? 'passed' : 'failed', score, reason };
}

export function ungraded(reason: string): Grade {
  return { status: 'error', score: null, reason };
}

/**
 * Value that an answer is compared with: the grader's `value`, else the case's `expected`. Undefined if there is
 * neither.
 */
export function expectedOf({ value }: { readonly value?: unknown }, { expected }: EvalCase): unknown {
  return value === undefined ? expected : value;
}

export const NOTHING_EXPECTED = ungraded('The case has no `expected`, and the grader has no `value`.');

/** Texts that would be right: a list of texts allows each of them. Undefined for objects and other lists. */
export function textsExpected(expected: unknown): readonly string[] | undefined {
  if (typeof expected === 'string') return [expected];
  if (typeof expected === 'number' || typeof expected === 'boolean') return [String(expected)];
  const isTexts = Array.isArray(expected) && expected.length > 0 && expected.every((item) => typeof item === 'string');
  return isTexts ? (expected as string[]) : undefined;
}
