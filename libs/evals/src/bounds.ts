/** Limits of evaluations. */
export const EVAL_BOUNDS = {
  /** Cases of one version of a dataset. */
  cases: 10_000,
  /** Characters of an upload. */
  upload: 4_000_000,
  /** Characters of one line of JSONL. */
  line: 256_000,
  /** Levels of nested JSON in a case or an answer. */
  depth: 32,
  /** Messages of one case. */
  messages: 200,
  /** Problems that a rejected upload lists. */
  problems: 100,
  targets: 10,
  graders: 20,
  repeats: 20,
  /** Answers of one run: cases × targets × repeats. */
  units: 100_000,
  votes: 9,
  rubric: 20_000,
  /** Characters of an answer that is stored and graded; a longer one is an error of the target. */
  answer: 256_000,
  /** Tool calls of an answer that are stored and graded. */
  toolCalls: 200,
  /** Requests of one run at once, and those of a run that does not say. */
  concurrency: 64,
  defaultConcurrency: 16,
  /** Runs of a workspace that have not ended. */
  openRuns: 20,
} as const;
