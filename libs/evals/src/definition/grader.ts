import { z } from 'zod';
import { EVAL_BOUNDS } from '../bounds.js';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, 'must have 1 to 64 letters, digits, spaces, `.`, `_` or `-`')
  .optional();
/** Value that the answer is compared with, in place of the case's `expected`. */
const value = z.json().optional();
const flag = z.boolean().default(false);

const JSON_SCHEMA_CHARACTERS = 32_000;

/** The graders of a suite (docs/evals.md#graders). Each has one row in `GRADERS`, or is done by a worker. */
export const GRADER = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('exact'), name, value, ignore_case: flag, ignore_punctuation: flag }),
  z.strictObject({ type: z.literal('contains'), name, value, ignore_case: flag }),
  z.strictObject({ type: z.literal('regex'), name, pattern: z.string().min(1).max(500), ignore_case: flag }),
  z.strictObject({
    type: z.literal('json_schema'),
    name,
    schema: z
      .record(z.string(), z.unknown())
      .refine((schema) => JSON.stringify(schema).length <= JSON_SCHEMA_CHARACTERS, 'is too large'),
  }),
  z.strictObject({ type: z.literal('json_path'), name, value, path: z.string().min(1).max(500), exists: flag }),
  z.strictObject({
    type: z.literal('numeric'),
    name,
    value,
    absolute: z.number().min(0).default(1e-9),
    relative: z.number().min(0).max(1).default(0),
    pick: z.enum(['last', 'first', 'only']).default('last'),
  }),
  z.strictObject({
    type: z.literal('similarity'),
    name,
    value,
    method: z.enum(['words', 'edit', 'embedding']).default('words'),
    /** Embedding model, of `embedding`. */
    model: z.string().min(1).max(512).optional(),
    threshold: z.number().min(0).max(1).default(0.8),
  }),
  z.strictObject({
    type: z.literal('tool_calls'),
    name,
    arguments: z.enum(['exact', 'subset', 'ignore']).default('exact'),
    any_order: flag,
    allow_others: flag,
  }),
  z.strictObject({ type: z.literal('latency'), name, max_ms: z.number().int().min(1).max(3_600_000) }),
  z.strictObject({ type: z.literal('cost'), name, max_usd: z.number().min(0).max(1_000) }),
  z.strictObject({
    type: z.literal('judge'),
    name,
    model: z.string().min(1).max(512),
    rubric: z.string().min(1).max(EVAL_BOUNDS.rubric),
    /** `pairwise` compares the answer with the case's `expected`. */
    mode: z.enum(['rubric', 'pairwise']).default('rubric'),
    votes: z.number().int().min(1).max(EVAL_BOUNDS.votes).default(1),
    /** True if each vote asks in both orders, and differing verdicts are a tie; of `pairwise`. */
    swap: z.boolean().optional(),
  }),
]);

export type Grader = z.output<typeof GRADER>;
export type GraderOf<Type extends Grader['type']> = Extract<Grader, { readonly type: Type }>;

/** Name of a grader in results. */
export function nameOfGrader({ name: given, type }: Grader): string {
  return given ?? type;
}
