import { GatewayError } from '@multilane/errors';
import {
  compareRuns,
  countAnswers,
  EVAL_BOUNDS,
  figuresOf,
  type JunitSuite,
  nameOfGrader,
  nameOfTarget,
  readSuite,
  sharesOf,
  writeJunit,
} from '@multilane/evals';
import {
  type Database,
  type EvalResultRecord,
  type EvalRunRecord,
  type EvalTallyRow,
  newId,
  type Page,
  TooManyEvalRuns,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE } from '../../services/workspace-services.js';
import { compareGraders, type GraderShare } from './compare-graders.js';
import type {
  CompareEvalRunsQuery,
  ListEvalResultsQuery,
  ListEvalRunsQuery,
  StartEvalRunDto,
} from './dto/eval-run.dto.js';
import type { ComparedRuns, SummedRun } from './dto/eval-run.view.js';
import type { RunFigures } from './dto/eval-run-figures.view.js';
import type { EvalCaller } from './eval-caller.js';
import { withoutKey } from './eval-datasets.service.js';
import { EvalSuitesService } from './eval-suites.service.js';

/** Runs of suites, which workers of the gateway do (docs/evals.md#runs). */
@Injectable()
export class EvalRunsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSender) private readonly jobs: Pick<JobSender, 'queues'>,
    @Inject(EvalSuitesService) private readonly suites: EvalSuitesService,
  ) {}

  /** Begins a run as the person who asks. Fails with 429 where too many have not ended. */
  async start(caller: EvalCaller, userId: string, dto: StartEvalRunDto): Promise<EvalRunRecord> {
    const { caseCount, datasetVersion, definition, suite } = await this.suites.pin(caller, dto.suite_id);
    if (!this.database.evalRuns.isReady) throw withoutKey();
    const total = countAnswers({ caseCount, definition });
    const queues = await this.jobs.queues();
    await queues.whenReady();
    const id = newId();
    const { organizationId, workspaceId } = caller.place;
    const run = {
      id,
      organizationId,
      workspaceId,
      suiteId: suite.id,
      datasetId: definition.dataset_id,
      datasetVersion,
      definition,
      caseCount,
      total,
      concurrency: dto.concurrency ?? EVAL_BOUNDS.defaultConcurrency,
      maxCostUsd: dto.max_cost_usd ?? null,
      userId,
      identity: caller.identity(),
      clientAddress: caller.actor.address ?? null,
    };
    try {
      await this.database.evalRuns.create(run, EVAL_BOUNDS.openRuns, (within) =>
        queues.enqueue('eval.run', { run_id: id }, { within, group: workspaceId }),
      );
    } catch (error) {
      if (!(error instanceof TooManyEvalRuns)) throw error;
      const message = `The workspace has ${EVAL_BOUNDS.openRuns} evaluations that have not ended. Wait for some, or cancel them.`;
      throw new GatewayError('too_many_jobs', { message, headers: { 'retry-after': '60' } });
    }
    queues.wake('eval.run');
    return this.find(caller, id);
  }

  async find({ place }: EvalCaller, id: string): Promise<EvalRunRecord> {
    const run = await this.database.evalRuns.find(place.organizationId, id);
    if (run?.workspaceId !== place.workspaceId) {
      throw new GatewayError('not_found', { message: 'The run does not exist.' });
    }
    return run;
  }

  /** A page of runs, and the sums of their answers. */
  async list({ place }: EvalCaller, query: ListEvalRunsQuery): Promise<Page<SummedRun>> {
    const { cursor, limit, status, suite_id: suiteId } = query;
    const { evalRuns } = this.database;
    const { data, nextCursor } = await evalRuns.listPage(place, { suiteId, status }, { cursor, limit });
    const sums = await evalRuns.listRunSums(data);
    return { data: data.map((run) => ({ run, sums: sums.get(run.id) })), nextCursor };
  }

  /** The figures of each target so far, with what each grader decided. */
  async readFigures(run: EvalRunRecord): Promise<RunFigures> {
    const { repeats, targets } = readSuite(run.definition);
    const { evalRuns } = this.database;
    const [tallies, sums, graders, whole] = await Promise.all([
      evalRuns.listTallies(run),
      evalRuns.listTargetSums(run),
      evalRuns.listGraderTallies(run),
      evalRuns.listRunSums([run]),
    ]);
    const figures = figuresOf(tallies, { targets: targets.length, repeats });
    return { targets: figures, sums, graders, whole: whole.get(run.id) };
  }

  /** One that has ended stays as it is. */
  async cancel(caller: EvalCaller, id: string): Promise<EvalRunRecord> {
    const run = await this.find(caller, id);
    await this.database.evalRuns.cancel(run.id);
    return this.find(caller, id);
  }

  /** Deletes a run that has ended. */
  async remove(caller: EvalCaller, id: string): Promise<void> {
    const run = await this.find(caller, id);
    if (run.completedAt === null) {
      throw new GatewayError('conflict', { message: 'The run has not ended. Cancel it first.' });
    }
    await this.database.evalRuns.remove(run.organizationId, run.id);
  }

  async listResults(caller: EvalCaller, id: string, query: ListEvalResultsQuery): Promise<Page<EvalResultRecord>> {
    const run = await this.find(caller, id);
    const { case_id: key, cursor, limit, status, target } = query;
    const rows = await this.database.evalRuns.listResults(run, { key, status, target }, readPlace(cursor), limit + 1);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const isMore = rows.length > limit && last !== undefined;
    return { data, nextCursor: isMore ? `${last.target}.${last.position}.${last.repeat}` : null };
  }

  /** Compares a run with a baseline, case by case. */
  async compare(caller: EvalCaller, id: string, query: CompareEvalRunsQuery): Promise<ComparedRuns> {
    const { baseline_id, target = 0, baseline_target = target } = query;
    const run = await this.find(caller, id);
    const baseline = await this.findBaseline(caller, run, baseline_id);
    checkTarget(run, target, 'target');
    checkTarget(baseline, baseline_target, 'baseline_target');
    const { evalRuns } = this.database;
    const [after, before] = await Promise.all([evalRuns.listTallies(run), evalRuns.listTallies(baseline)]);
    const comparison = compareRuns(sharesOf(before, baseline_target), sharesOf(after, target));
    const [gradesBefore, gradesAfter] = await Promise.all([
      this.listGrades(baseline, baseline_target),
      this.listGrades(run, target),
    ]);
    return { ...comparison, baselineId: baseline.id, graders: compareGraders(gradesBefore, gradesAfter) };
  }

  /** What each grader decided about the answers of a target. */
  private async listGrades(run: EvalRunRecord, target: number): Promise<readonly GraderShare[]> {
    const tallies = await this.database.evalRuns.listGraderTallies(run);
    return readSuite(run.definition).graders.map((grader, index) => {
      const tally = tallies.find((each) => each.target === target && each.grader === index);
      return { name: nameOfGrader(grader), passed: tally?.passed ?? 0, failed: tally?.failed ?? 0 };
    });
  }

  private async findBaseline(
    caller: EvalCaller,
    { id, suiteId }: EvalRunRecord,
    given: string | undefined,
  ): Promise<EvalRunRecord> {
    const { evalRuns } = this.database;
    const found =
      given === undefined
        ? await evalRuns.findCompleted(caller.place, suiteId, id)
        : await evalRuns.find(caller.place.organizationId, given);
    if (found?.workspaceId === caller.place.workspaceId) return found;
    const message = given === undefined ? 'The suite has no earlier run that is complete.' : 'The run does not exist.';
    throw new GatewayError('not_found', { param: 'baseline_id', message });
  }

  /** The run as a report of JUnit. */
  async writeReport(caller: EvalCaller, id: string): Promise<string> {
    const run = await this.find(caller, id);
    return reportOf(run, await this.database.evalRuns.listTallies(run));
  }
}

/** A run in the XML of JUnit. */
export function reportOf(run: EvalRunRecord, tallies: readonly EvalTallyRow[]): string {
  const suites = readSuite(run.definition).targets.map((target, at): JunitSuite => {
    const cases = tallies.filter((tally) => tally.target === at);
    return {
      name: nameOfTarget(target),
      cases: cases.map((tally) => ({ ...tally, seconds: tally.latencyMs / 1_000 })),
    };
  });
  return writeJunit(run.suiteName, suites);
}

function checkTarget({ definition }: EvalRunRecord, target: number, param: string): void {
  if (target < readSuite(definition).targets.length) return;
  throw new GatewayError('invalid_value', { param, message: `\`${param}\` is not a target of the run.` });
}

function readPlace(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [, target, position, repeat] = /^(\d{1,3})\.(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (repeat !== undefined) return { target: Number(target), position: Number(position), repeat: Number(repeat) };
  const message = '`cursor` must be the `next_cursor` of a list.';
  throw new GatewayError('invalid_value', { param: 'cursor', message });
}
