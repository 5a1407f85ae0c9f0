export { EVAL_BOUNDS } from './bounds.js';
export { type CaseMessage, type EvalCase, messagesOf, type ToolCall, textOf } from './dataset/eval-case.js';
export { FIELD_NAMES, type FieldNames, type LineProblem, readLines } from './dataset/read-lines.js';
export { caseOfExchange, caseOfQuery, type StoredExchange } from './dataset/read-payload.js';
export { type Grader, type GraderOf, nameOfGrader } from './definition/grader.js';
export { isModelTarget, readSuite, type SuiteDefinition } from './definition/suite.js';
export { nameOfTarget, type Target, type TargetOf } from './definition/target.js';
export { type Grade, judged, type Sample, ungraded } from './graders/grade.js';
export { type ComputedGrader, computeGrade, isComputed } from './graders/graders.js';
export { valueAt } from './graders/json-path.js';
export {
  findJudgeProblem,
  type JudgeQuestion,
  questionsOf,
  readVerdict,
  tallyVotes,
  type Verdict,
  writeJudgeRequest,
} from './graders/judge.js';
export { gradeLikeness, textToEmbed } from './graders/similarity.js';
export { readAnswerJson, readArguments } from './json.js';
export { invalid } from './read-with.js';
export { type ComparedCase, type Comparison, compareRuns } from './report/compare.js';
export { type ComparedRun, type ComparedTarget, compareTargets, sharesOf } from './report/compare-targets.js';
export { type CaseTally, figuresOf, passShare, type TargetFigures } from './report/figures.js';
export { type JunitCase, type JunitSuite, writeJunit } from './report/junit.js';
export { AdaptiveConcurrency } from './run/adaptive-concurrency.js';
export { type CostEstimate, estimateCost, type PlannedRequests, type TokenPrice } from './run/estimate.js';
export { checkReferences, countAnswers, type PinnedSuite, pinSuite } from './run/pin-suite.js';
export { indexOf, type RunSize, type Unit, unitAt } from './run/units.js';
