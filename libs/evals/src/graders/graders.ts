import type { EvalCase } from '../dataset/eval-case.js';
import type { Grader, GraderOf } from '../definition/grader.js';
import type { Grade, Sample } from './grade.js';
import { gradeJsonPath } from './json-path.js';
import { gradeCost, gradeLatency, gradeNumeric } from './numbers.js';
import { gradeSimilarity } from './similarity.js';
import { gradeContains, gradeExact, gradeRegex } from './texts.js';
import { gradeToolCalls } from './tool-calls.js';

/** Graders that ask nobody. The others (`json_schema`, `judge`) wait for a thread or a model. */
const GRADERS = {
  exact: gradeExact,
  contains: gradeContains,
  regex: gradeRegex,
  json_path: gradeJsonPath,
  numeric: gradeNumeric,
  similarity: gradeSimilarity,
  tool_calls: gradeToolCalls,
  latency: gradeLatency,
  cost: gradeCost,
} as const satisfies {
  [Type in Grader['type']]?: (grader: GraderOf<Type>, sample: Sample, item: EvalCase) => Grade;
};

/** A grader that computes its grade. */
export type ComputedGrader = GraderOf<keyof typeof GRADERS>;

export function isComputed(grader: Grader): grader is ComputedGrader {
  return Object.hasOwn(GRADERS, grader.type) && !(grader.type === 'similarity' && grader.method === 'embedding');
}

export function computeGrade(grader: ComputedGrader, sample: Sample, item: EvalCase): Grade {
  const grade = GRADERS[grader.type] as (grader: ComputedGrader, sample: Sample, item: EvalCase) => Grade;
  return grade(grader, sample, item);
}
