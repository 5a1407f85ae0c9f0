import { setTimeout as sleep } from 'node:timers/promises';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  AdaptiveConcurrency,
  type EvalCase,
  indexOf,
  type RunSize,
  readSuite,
  type SuiteDefinition,
  unitAt,
} from '@multilane/evals';
import { WorkStopped } from '@multilane/jobs';
import { type EvalResult, type EvalRunEnd, type EvalRunToWork, GRADE_MARKS } from '@multilane/persistence';
import type { Admission } from '../../recording/request-parts.js';
import { askTarget } from './ask-target.js';
import { type Answered, type EvalParts, isTemporary, readRefusal, TargetFailure } from './eval-parts.js';
import { type Graded, gradeAnswer } from './grade-answer.js';

/** Limits of the attempts at a target that is overloaded, and at one that fails otherwise. */
const MOST_REFUSALS = 10;
const MOST_FAILURES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Cases that are read at once. */
const CHUNK = 100;
/** Results that are written at once. */
const BATCH = 100;
/** Longest wait before the next look while everything is in progress, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

interface Waiting {
  readonly index: number;
  readonly attempts: number;
  readonly notBefore: number;
}

/**
 * Works on a run until it ends. Each answer is stored with its grades once it has them, and what is stored is not asked for again: a
 * session that comes after a crash goes on with the rest.
 */
export class EvalSession {
  private readonly definition: SuiteDefinition;
  private readonly size: RunSize;
  private readonly concurrency: AdaptiveConcurrency;
  private readonly cases = new Map<number, Promise<EvalCase>>();
  private readonly unwritten: EvalResult[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private writing: Promise<void> | undefined = undefined;
  private next = 0;
  private spentUsd: number;
  private end: EvalRunEnd | undefined = undefined;
  private failure: unknown = undefined;

  constructor(
    private readonly parts: EvalParts,
    private readonly run: EvalRunToWork,
    private readonly admit: () => Promise<Admission>,
    signal: AbortSignal,
  ) {
    this.definition = readSuite(run.definition);
    const { repeats, targets } = this.definition;
    this.size = { targets: targets.length, cases: run.caseCount, repeats };
    this.concurrency = new AdaptiveConcurrency(run.concurrency);
    this.signal = AbortSignal.any([signal, this.stop.signal]);
    this.spentUsd = run.costUsd ?? 0;
  }

  /** Rejects with a `WorkStopped`, or where the database is away: the run goes on in another session then. */
  async work(): Promise<void> {
    const done = new Uint8Array(this.run.total);
    for (const [target, position, repeat] of await this.parts.database.evalWork.listDone(this.run.id)) {
      done[indexOf({ target, position, repeat }, this.size)] = 1;
    }
    try {
      while (this.end === undefined && this.failure === undefined) {
        this.signal.throwIfAborted();
        const waiting = this.takeDue(done);
        if (waiting !== undefined) this.begin(waiting);
        else if (this.isOver(done)) break;
        else await this.rest();
      }
      // Answers in progress are awaited: they cost the same whether or not they are stored.
      if (this.failure === undefined) await Promise.allSettled(this.underWay);
    } finally {
      // Nothing of this session writes when the next one begins.
      this.stop.abort(new WorkStopped('lost'));
      await Promise.allSettled(this.underWay);
      await this.writing?.catch(() => undefined);
    }
    if (this.failure !== undefined) throw this.failure;
    await this.flush();
    const end = this.end ?? { status: 'completed', errorCode: null, errorMessage: null };
    const { alerts, database, services } = this.parts;
    const alert = end.status === 'completed' ? await alerts.find(this.run) : undefined;
    const isEnded = await database.evalWork.end(this.run, end, (sql) => alert?.send(sql) ?? Promise.resolve());
    if (!isEnded) throw new WorkStopped('lost');
    services.metrics.evals.recordRun(end.status);
    if (alert !== undefined) alerts.wake();
  }

  /** The next unit to ask for, where one more may be asked for now. */
  private takeDue(done: Uint8Array): Waiting | undefined {
    const now = performance.now();
    if (this.underWay.size >= this.concurrency.limit || this.concurrency.pauseMs(now) > 0) return undefined;
    const at = this.waiting.findIndex(({ notBefore }) => notBefore <= now);
    if (at !== -1) return this.waiting.splice(at, 1)[0];
    while (this.next < this.run.total && done[this.next] === 1) this.next += 1;
    if (this.next >= this.run.total) return undefined;
    const index = this.next;
    this.next += 1;
    return { index, attempts: 0, notBefore: 0 };
  }

  private isOver(done: Uint8Array): boolean {
    while (this.next < this.run.total && done[this.next] === 1) this.next += 1;
    return this.next >= this.run.total && this.waiting.length === 0 && this.underWay.size === 0;
  }

  private begin(waiting: Waiting): void {
    const work = this.attempt(waiting).catch((error: unknown) => {
      if (!this.stop.signal.aborted) this.failure ??= error;
    });
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Rests until something ends, or a pause may be over. */
  private async rest(): Promise<void> {
    const now = performance.now();
    const due = Math.min(...this.waiting.map(({ notBefore }) => notBefore - now), LOOK_EVERY_MS);
    const pauseMs = Math.min(LOOK_EVERY_MS, Math.max(5, due, this.concurrency.pauseMs(now)));
    const timer = new AbortController();
    const signal = AbortSignal.any([timer.signal, this.signal]);
    await Promise.race([...this.underWay, sleep(pauseMs, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  }

  private async attempt({ attempts, index }: Waiting): Promise<void> {
    const { fence, id } = this.run;
    const unit = unitAt(index, this.size);
    const { position, repeat, target } = unit;
    const item = await this.findCase(position);
    const admission = await this.admit().catch((error: unknown) => this.refuse(error));
    if (admission === undefined) return;
    const requestId = `evr_${id.replaceAll('-', '')}_${target}_${position}_${repeat}_${fence}_${attempts}`;
    const { definition, run, signal } = this;
    const asked = { run, definition, unit, item, requestId, admission, signal };
    const startedAt = performance.now();
    const place = { target, position, repeat, requestId };
    let answer: Answered;
    try {
      answer = await askTarget(this.parts, asked);
    } catch (error) {
      signal.throwIfAborted();
      if (!this.retries(error, { index, attempts }, startedAt)) this.keep(resultOfFailure(error, place, startedAt));
      return;
    }
    this.concurrency.succeeded();
    const graded = await gradeAnswer(this.parts, asked, answer);
    this.keep(resultOf(answer, graded, place));
  }

  /** True if the unit is asked for again. */
  private retries(
    error: unknown,
    { attempts, index }: Pick<Waiting, 'index' | 'attempts'>,
    startedAt: number,
  ): boolean {
    const refusal = readRefusal(error);
    const now = performance.now();
    if (refusal !== undefined) this.concurrency.refused(startedAt, now, refusal.retryAfterMs);
    if (!isTemporary(error) || attempts + 1 >= (refusal === undefined ? MOST_FAILURES : MOST_REFUSALS)) return false;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts);
    this.waiting.push({ index, attempts: attempts + 1, notBefore: now + pauseMs });
    return true;
  }

  /** Ends the run: the caller that began it has lost the permission. */
  private refuse(error: unknown): undefined {
    if (!(error instanceof GatewayError) || error.status >= 500) throw error;
    this.end = { status: 'failed', errorCode: error.code, errorMessage: error.message };
    return undefined;
  }

  private keep(result: EvalResult): void {
    this.unwritten.push(result);
    this.parts.services.metrics.evals.recordAnswer(result.status);
    this.spentUsd += (result.costUsd ?? 0) + (result.judgeCostUsd ?? 0);
    const { maxCostUsd } = this.run;
    if (maxCostUsd !== null && this.spentUsd >= maxCostUsd && this.end === undefined) {
      const errorMessage = 'The answers have cost as much as `max_cost_usd` allows.';
      this.end = { status: 'incomplete', errorCode: 'max_cost_reached', errorMessage };
    }
    this.writing ??= this.flush()
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => {
        this.writing = undefined;
      });
  }

  /** Writes one batch after the other: while one is written, the next one gathers. */
  private async flush(): Promise<void> {
    while (this.unwritten.length > 0) {
      const batch = this.unwritten.slice(0, BATCH);
      if (!(await this.parts.database.evalWork.addResults(this.run, batch))) throw new WorkStopped('lost');
      this.unwritten.splice(0, batch.length);
    }
  }

  /** Cases are read in chunks in which others wait for the same one, and forgotten when later ones are read. */
  private async findCase(position: number): Promise<EvalCase> {
    const from = position - (position % CHUNK);
    const known = this.cases.get(position);
    if (known !== undefined) return known;
    const { datasetId, datasetVersion } = this.run;
    const chunk = this.parts.database.evalDatasets.listCases(datasetId, datasetVersion, from, CHUNK);
    for (const at of [...this.cases.keys()]) if (at < from - 2 * CHUNK) this.cases.delete(at);
    for (let at = from; at < Math.min(from + CHUNK, this.run.caseCount); at += 1) {
      const found = chunk.then((cases) => {
        const item = cases[at - from];
        if (item === undefined) throw new Error('a case of the dataset is gone');
        return parseBoundedJson(item.content) as EvalCase;
      });
      // The reader of the case gets the error; the next one reads it again.
      found.catch(() => this.cases.delete(at));
      this.cases.set(at, found);
    }
    const item = this.cases.get(position);
    if (item === undefined) throw new Error('the run has more cases than its dataset');
    return item;
  }
}

type Place = Pick<EvalResult, 'target' | 'position' | 'repeat' | 'requestId'>;

function resultOf(answer: Answered, { grades, judgeCostUsd }: Graded, place: Place): EvalResult {
  const scores = grades.flatMap(({ score }) => (score === null ? [] : [score]));
  const has = (status: string): boolean => grades.some((grade) => grade.status === status);
  const { agentRunId, completionTokens, costUsd, finishReason, latencyMs, promptTokens, text, toolCalls } = answer;
  return {
    ...place,
    // One failed grade settles it, whatever the grades that are missing would be.
    status: has('failed') ? 'failed' : has('error') ? 'grader_error' : 'passed',
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    latencyMs,
    promptTokens,
    completionTokens,
    costUsd,
    judgeCostUsd,
    errorCode: null,
    gradeMarks: grades.map((grade) => GRADE_MARKS[grade.status]).join(''),
    content: JSON.stringify({
      output: text,
      tool_calls: toolCalls,
      finish_reason: finishReason,
      agent_run_id: agentRunId,
      workflow_run_id: answer.workflowRunId,
      grades,
    }),
  };
}

/** A target that gives no answer has an error, which is no failed answer. */
function resultOfFailure(error: unknown, place: Place, startedAt: number): EvalResult {
  if (!(error instanceof GatewayError) && !(error instanceof TargetFailure)) throw error;
  const { code, message } = error;
  return {
    ...place,
    status: 'error',
    score: null,
    latencyMs: performance.now() - startedAt,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
    judgeCostUsd: null,
    errorCode: code,
    gradeMarks: null,
    content: JSON.stringify({
      output: null,
      tool_calls: [],
      finish_reason: null,
      agent_run_id: null,
      workflow_run_id: null,
      grades: [],
      error: { code, message },
    }),
  };
}
