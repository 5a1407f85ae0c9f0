import type { ComputedGrader, EvalCase, Sample } from '@multilane/evals';

/** Task for a process. `data` is JSON: the process reads it in place of this one. */
export type TenantQuestion =
  | { readonly kind: 'cel' | 'jsonata'; readonly expression: string; readonly data: string }
  | { readonly kind: 'schema'; readonly data: string }
  | { readonly kind: 'grade'; readonly grader: ComputedGrader; readonly sample: Sample; readonly item: EvalCase };
