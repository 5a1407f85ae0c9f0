import type { EvalCase, ToolCall } from '../dataset/eval-case.js';
import type { GraderOf } from '../definition/grader.js';
import { includesJson, isSameJson } from '../json.js';
import { type Grade, judged, type Sample, ungraded } from './grade.js';

/** The answer makes the expected tool calls. An empty list expects none. */
export function gradeToolCalls(grader: GraderOf<'tool_calls'>, { toolCalls: made }: Sample, item: EvalCase): Grade {
  const { toolCalls: expected } = item;
  if (expected === undefined) return ungraded('The case has no `expected_tool_calls`.');
  const matched = grader.any_order ? matchInAnyOrder(grader, made, expected) : matchInOrder(grader, made, expected);
  const isWhole = matched === expected.length && (grader.allow_others || made.length === expected.length);
  const reason = isWhole
    ? null
    : `${matched} of ${expected.length} expected calls were made, of ${made.length} in all.`;
  return judged(isWhole, undefined, reason);
}

function matchInOrder(
  grader: GraderOf<'tool_calls'>,
  made: readonly ToolCall[],
  expected: readonly ToolCall[],
): number {
  let at = 0;
  for (const call of made) {
    const wanted = expected[at];
    if (wanted !== undefined && isMatch(grader, call, wanted)) at += 1;
  }
  return at;
}

/** The largest matching: with `subset`, a call can fit several expected ones. */
function matchInAnyOrder(
  grader: GraderOf<'tool_calls'>,
  made: readonly ToolCall[],
  expected: readonly ToolCall[],
): number {
  const holders = new Map<number, number>();
  const place = (wanted: number, tried: Set<number>): boolean => {
    for (const [at, call] of made.entries()) {
      const target = expected[wanted];
      if (tried.has(at) || target === undefined || !isMatch(grader, call, target)) continue;
      tried.add(at);
      const holder = holders.get(at);
      if (holder !== undefined && !place(holder, tried)) continue;
      holders.set(at, wanted);
      return true;
    }
    return false;
  };
  return expected.filter((_, wanted) => place(wanted, new Set())).length;
}

function isMatch(grader: GraderOf<'tool_calls'>, made: ToolCall, wanted: ToolCall): boolean {
  if (made.name !== wanted.name) return false;
  switch (grader.arguments) {
    case 'ignore':
      return true;
    case 'exact':
      return isSameJson(made.arguments, wanted.arguments);
    case 'subset':
      return includesJson(made.arguments, wanted.arguments);
  }
}
