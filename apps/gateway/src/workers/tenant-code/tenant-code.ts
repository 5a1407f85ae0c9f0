import type { ArgumentQuestion } from '@multilane/agents';
import { type ComputedGrader, type EvalCase, type Grade, type Sample, ungraded } from '@multilane/evals';
import { TaskFailure, TaskPool } from '@multilane/process';
import type { TenantQuestion } from './tenant-question.js';

/** An expression that has no value: it is wrong for the data, or takes too long. The message may be shown to its author. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

export interface Evaluation {
  readonly tenant: string;
  readonly language: 'cel' | 'jsonata';
  readonly expression: string;
  readonly data: object;
  readonly signal?: AbortSignal;
}

export interface TenantCodeOptions {
  /** `server.tenant_code`. */
  readonly processes: number;
  readonly memoryMb: number;
}

/** An expression, a schema or a grader has so long, in milliseconds: it may loop. */
const EXPRESSION_MS = 2_000;
const SCHEMA_MS = 1_000;
const GRADER_MS = 2_000;
/** The share of a process's memory that JavaScript objects may take: the engine takes some 45 MB, and strings of answers come on top. */
const HEAP_SHARE = 0.5;

const BUILT = import.meta.url.endsWith('.ts') ? '../../../dist/workers/tenant-code/' : './';
const SCRIPT = new URL(`${BUILT}tenant-code.process.js`, import.meta.url);

/**
 * Runs what tenants wrote in child processes, never in this one: JSONata can loop, schemas double, graders compare, and V8 ends a whole process
 * when one of its threads takes too much memory (docs/contract/bounds.md#what-tenants-write).
 */
export class TenantCode {
  private readonly pool: TaskPool;

  constructor({ memoryMb, processes }: TenantCodeOptions) {
    const heapMb = Math.floor(memoryMb * HEAP_SHARE);
    this.pool = new TaskPool({ work: 'tenant_code', script: SCRIPT, processes, heapMb, memoryMb });
  }

  /** Number of expressions, schemas and graders that wait for a process. */
  get waiting(): number {
    return this.pool.waiting;
  }

  /** @throws ExpressionError */
  async evaluate({ data, expression, language, signal, tenant }: Evaluation): Promise<unknown> {
    const text = JSON.stringify(data);
    const characters = text.length + expression.length;
    const question: TenantQuestion = { kind: language, expression, data: text };
    try {
      return await this.pool.run(question, { tenant, characters, timeMs: EXPRESSION_MS, signal });
    } catch (error) {
      throw new ExpressionError(describeExpressionFailure(error));
    }
  }

  /** Finds the problem of a value by a schema; undefined if there is none. @throws TaskFailure */
  async findProblem(tenant: string, question: ArgumentQuestion): Promise<string | undefined> {
    const data = JSON.stringify(question);
    const task = { tenant, characters: data.length, timeMs: SCHEMA_MS };
    const answer = await this.pool.run({ kind: 'schema', data } satisfies TenantQuestion, task);
    return (answer as { readonly problem?: string }).problem;
  }

  /** Grades an answer: `error` if the grader took too long or too much memory. Never rejects. */
  async grade(tenant: string, grader: ComputedGrader, sample: Sample, item: EvalCase): Promise<Grade> {
    const characters = sample.text.length;
    const question: TenantQuestion = { kind: 'grade', grader, sample, item };
    try {
      return (await this.pool.run(question, { tenant, characters, timeMs: GRADER_MS })) as Grade;
    } catch (error) {
      return ungraded(describeGraderFailure(error));
    }
  }

  /** Ends the processes, and what they are busy with. */
  close(): Promise<void> {
    return this.pool.close();
  }
}

function describeExpressionFailure(error: unknown): string {
  if (!(error instanceof TaskFailure)) throw error;
  switch (error.reason) {
    case 'time':
      return `The expression took longer than ${EXPRESSION_MS / 1_000} s.`;
    case 'memory':
      return 'The expression needs too much memory.';
    case 'too_large':
      return 'The value of the expression is too large.';
    case 'question_too_large':
      return 'The data of the run is too large for an expression.';
    case 'error':
      return `The expression failed: ${error.message}.`;
    case 'busy':
      return 'Too many expressions wait to be evaluated.';
    case 'closed':
    case 'aborted':
      return 'The process ends.';
    case 'failure':
      return 'The expression ended the process that evaluated it.';
  }
}

function describeGraderFailure(error: unknown): string {
  if (!(error instanceof TaskFailure)) throw error;
  switch (error.reason) {
    case 'time':
      return `The grader took longer than ${GRADER_MS / 1_000} s.`;
    case 'memory':
      return 'The grader needs too much memory.';
    case 'too_large':
    case 'question_too_large':
      return 'The answer is too large for the grader.';
    case 'error':
      return `The grader failed: ${error.message}.`;
    case 'busy':
      return 'Too many graders wait.';
    case 'closed':
    case 'aborted':
      return 'The process ends.';
    case 'failure':
      return 'The grader ended the process that ran it.';
  }
}
