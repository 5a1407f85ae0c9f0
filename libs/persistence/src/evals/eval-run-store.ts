import type { WorkspaceAddress } from '../background/knowledge-store.js';
import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import { encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import {
  type EvalGraderTally,
  type EvalResultRecord,
  type EvalResultStatus,
  type EvalRunRecord,
  type EvalRunStatus,
  type EvalRunSums,
  type EvalTallyRow,
  type EvalTargetSums,
  GRADE_MARKS,
  type NewEvalRun,
} from '../records/eval.js';
import type { Page, PageRequest } from '../records/page.js';
import { pageOf, startOf } from '../repositories/rows/list-rows.js';
import { command, statement } from '../statements/statement.js';
import { EVAL_RUN_COLUMNS, type EvalRunRow, evalResultOf, evalRunOf } from './eval-run-rows.js';

/** A workspace has as many evaluations that have not ended as it may have. */
export class TooManyEvalRuns extends Error {
  override readonly name = 'TooManyEvalRuns';
}

const RESULTS_AT_ONCE = 1_000;
/** Answers of a run whose sums a list of runs shows. */
const MOST_SUMMED = 50_000;

export interface EvalRunFilters {
  readonly suiteId?: string | undefined;
  readonly status?: EvalRunStatus | undefined;
}

export interface EvalResultFilters {
  readonly target?: number | undefined;
  readonly status?: EvalResultStatus | undefined;
  /** The key of a case. */
  readonly key?: string | undefined;
}

/** Position after which a list of results continues. */
export interface EvalResultPlace {
  readonly target: number;
  readonly position: number;
  readonly repeat: number;
}

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113572))');
const COUNT_OPEN = statement(
  { open: 'integer' },
  `SELECT count(*)::int AS open FROM eval_runs
   WHERE organization_id = $1 AND workspace_id = $2 AND status IN ('queued', 'running')`,
);
const CREATE =
  command(`INSERT INTO eval_runs (id, organization_id, workspace_id, suite_id, dataset_id, dataset_version, definition, case_count, total,
     concurrency, max_cost_usd, user_id, identity, client_address, trigger, trigger_key)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
   ON CONFLICT (suite_id, trigger_key) DO NOTHING RETURNING id`);
const FIND = statement<EvalRunRow>(
  EVAL_RUN_COLUMNS.types,
  `SELECT ${EVAL_RUN_COLUMNS.sql} WHERE run.organization_id = $1 AND run.id = $2`,
);
const LIST_PAGE = statement<EvalRunRow>(
  EVAL_RUN_COLUMNS.types,
  `SELECT ${EVAL_RUN_COLUMNS.sql} WHERE run.organization_id = $1 AND run.workspace_id = $2
   AND ($3::uuid IS NULL OR run.id < $3) AND ($4::uuid IS NULL OR run.suite_id = $4)
   AND ($5::text IS NULL OR run.status = $5) ORDER BY run.id DESC LIMIT $6`,
);
const LIST_TALLIES = statement<EvalTallyRow>(
  {
    target: 'integer',
    position: 'integer',
    passed: 'integer',
    failed: 'integer',
    errors: 'integer',
    graderErrors: 'integer',
    latencyMs: 'float8',
    key: 'text',
  },
  `SELECT sums.*, item.case_key AS key FROM (
     SELECT target, position, count(*) FILTER (WHERE status = 'passed')::int AS passed,
       count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*) FILTER (WHERE status = 'error')::int AS errors,
       count(*) FILTER (WHERE status = 'grader_error')::int AS "graderErrors", sum(latency_ms)::float8 AS "latencyMs"
       FROM eval_results WHERE run_id = $1 GROUP BY target, position) sums
   JOIN eval_runs run ON run.id = $1
   JOIN eval_cases item ON item.dataset_id = run.dataset_id AND item.version = run.dataset_version AND item.position = sums.position
   ORDER BY sums.target, sums.position`,
);
const LIST_RUN_SUMS = statement<EvalRunSums & { readonly id: string }>(
  { id: 'uuid', passed: 'integer', failed: 'integer', latencyP50Ms: 'float8?' },
  `SELECT run_id AS id, count(*) FILTER (WHERE status = 'passed')::int AS passed,
     count(*) FILTER (WHERE status = 'failed')::int AS failed,
     percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) FILTER (WHERE status <> 'error') AS "latencyP50Ms"
   FROM eval_results WHERE run_id = ANY($1::uuid[]) GROUP BY run_id`,
);
const LIST_TARGET_SUMS = statement<EvalTargetSums>(
  { target: 'integer', costUsd: 'float8?', judgeCostUsd: 'float8?', latencyP50Ms: 'float8?', latencyP95Ms: 'float8?' },
  `SELECT target, sum(cost_usd) AS "costUsd", sum(judge_cost_usd) AS "judgeCostUsd",
    percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) FILTER (WHERE status <> 'error') AS "latencyP50Ms",
    percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) FILTER (WHERE status <> 'error') AS "latencyP95Ms"
   FROM eval_results WHERE run_id = $1 GROUP BY target ORDER BY target`,
);
const LIST_GRADER_TALLIES = statement<EvalGraderTally>(
  { target: 'integer', grader: 'integer', passed: 'integer', failed: 'integer', errors: 'integer' },
  `SELECT target, place - 1 AS grader, count(*) FILTER (WHERE mark = $2)::int AS passed,
     count(*) FILTER (WHERE mark = $3)::int AS failed, count(*) FILTER (WHERE mark = $4)::int AS errors
    FROM (SELECT target, place, substr(grade_marks, place, 1) AS mark
        FROM eval_results CROSS JOIN LATERAL generate_series(1, length(grade_marks)) place WHERE run_id = $1) marks
   GROUP BY target, place ORDER BY target, place`,
);
const LIST_RESULTS = statement<Omit<EvalResultRecord, 'content'> & { readonly sealed: string }>(
  {
    target: 'integer',
    position: 'integer',
    repeat: 'integer',
    status: 'text',
    score: 'float8?',
    latencyMs: 'integer',
    promptTokens: 'float8',
    completionTokens: 'float8',
    costUsd: 'float8?',
    judgeCostUsd: 'float8?',
    errorCode: 'text?',
    requestId: 'text',
    sealed: 'text',
    key: 'text',
  },
  `SELECT result.target, result.position, result.repeat, result.status, result.score, result.latency_ms AS "latencyMs",
     result.prompt_tokens::float8 AS "promptTokens", result.completion_tokens::float8 AS "completionTokens",
     result.cost_usd AS "costUsd", result.judge_cost_usd AS "judgeCostUsd", result.error_code AS "errorCode",
     result.request_id AS "requestId", result.content_sealed AS sealed, item.case_key AS key
    FROM eval_results result JOIN eval_runs run ON run.id = result.run_id
    JOIN eval_cases item ON item.dataset_id = run.dataset_id AND item.version = run.dataset_version
      AND item.position = result.position
   WHERE result.run_id = $1 AND ($2::int IS NULL OR result.target = $2) AND ($3::text IS NULL OR result.status = $3)
     AND (result.target, result.position, result.repeat) > ($4::int, $5::int, $6::int)
     AND ($8::text IS NULL OR item.case_key = $8)
   ORDER BY result.target, result.position, result.repeat LIMIT $7`,
);
const CANCEL = command(`UPDATE eval_runs SET status = 'cancelled', completed_at = now(), fence = fence + 1
   WHERE id = $1 AND status IN ('queued', 'running')`);
const COUNT_BY_STATUS = statement<{ readonly status: EvalRunStatus; readonly runs: number }>(
  { status: 'text', runs: 'integer' },
  `SELECT status, count(*)::int AS runs FROM eval_runs WHERE status IN ('queued', 'running') GROUP BY status`,
);
const FIND_OLD = statement(
  { id: 'uuid' },
  `SELECT run.id FROM eval_runs run WHERE run.completed_at < $1
     AND NOT EXISTS (SELECT 1 FROM eval_suites suite WHERE suite.baseline_run_id = run.id)
     AND (run.status <> 'completed' OR EXISTS (SELECT 1 FROM eval_runs newer
       WHERE newer.suite_id = run.suite_id AND newer.status = 'completed' AND newer.id > run.id))
   ORDER BY run.completed_at LIMIT 1 FOR UPDATE OF run SKIP LOCKED`,
);
const REMOVE_RESULTS = statement(
  { target: 'integer' },
  `DELETE FROM eval_results WHERE run_id = $1 AND (target, position, repeat) IN
   (SELECT target, position, repeat FROM eval_results WHERE run_id = $1 LIMIT ${RESULTS_AT_ONCE}) RETURNING target`,
);
const REMOVE_RUN = command('DELETE FROM eval_runs WHERE id = $1');
const REMOVE = command('DELETE FROM eval_runs WHERE organization_id = $1 AND id = $2');

const NOTE_REGRESSION = command('UPDATE eval_runs SET regressed_targets = $2 WHERE id = $1');

/** Runs of evaluations, as people begin, read and cancel them. */
export class EvalRunStore extends SealedStore {
  protected readonly contents = 'evaluations';

  /**
   * Stores a run, with whatever `within` does in the same transaction.
   *
   * @throws TooManyEvalRuns where the workspace has `maxOpen` that have not ended
   */
  async create(run: NewEvalRun, maxOpen: number, within: (sql: Sql) => Promise<unknown>): Promise<void> {
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (await this.createWithin(sql, run, maxOpen)) await within(sql);
    });
  }

  /**
   * Stores a run within a transaction. False, and nothing is done, if the suite has one with its trigger key.
   *
   * @throws TooManyEvalRuns
   */
  async createWithin(sql: Sql, run: NewEvalRun, maxOpen: number): Promise<boolean> {
    this.boxOrThrow();
    // One at a time for each workspace, so that the count holds.
    await TAKE_TURN.run(sql, [run.workspaceId]);
    const { open } = await COUNT_OPEN.one(sql, [run.organizationId, run.workspaceId]);
    if (open >= maxOpen) throw new TooManyEvalRuns();
    return CREATE.matches(sql, [
      run.id,
      run.organizationId,
      run.workspaceId,
      run.suiteId,
      run.datasetId,
      run.datasetVersion,
      JSON.stringify(run.definition),
      run.caseCount,
      run.total,
      run.concurrency,
      run.maxCostUsd,
      run.userId,
      JSON.stringify(run.identity),
      run.clientAddress,
      run.trigger ?? 'manual',
      run.triggerKey ?? null,
    ]);
  }

  /** Undefined for another tenant's, and for what is no id. */
  async find(organizationId: string, id: string): Promise<EvalRunRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row && evalRunOf(row);
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    { suiteId, status }: EvalRunFilters,
    page: PageRequest,
  ): Promise<Page<EvalRunRecord>> {
    const rows = await LIST_PAGE.rows(this.access, [
      organizationId,
      workspaceId,
      startOf(page),
      suiteId ?? null,
      status ?? null,
      page.limit + 1,
    ]);
    return pageOf(rows.map(evalRunOf), page.limit);
  }

  /** The newest run of a suite that is complete; with `before`, the newest one that was begun before that run. */
  async findCompleted(place: WorkspaceAddress, suiteId: string, before?: string): Promise<EvalRunRecord | undefined> {
    const cursor = before === undefined ? undefined : encodeCursor(before);
    const { data } = await this.listPage(place, { suiteId, status: 'completed' }, { limit: 1, cursor });
    return data[0];
  }

  /** Notes that a run has targets that are worse than before, for rules of alerts. */
  async noteRegression(id: string, targets: number): Promise<void> {
    await NOTE_REGRESSION.run(this.access, [id, targets]);
  }

  /** Lists the outcomes of each case and target that has a result. */
  listTallies(run: Pick<EvalRunRecord, 'id'>): Promise<EvalTallyRow[]> {
    return LIST_TALLIES.rows(this.access, [run.id]);
  }

  /** Lists the cost and the time of each target's answers. A target without an answer is absent. */
  listTargetSums(run: Pick<EvalRunRecord, 'id'>): Promise<EvalTargetSums[]> {
    return LIST_TARGET_SUMS.rows(this.access, [run.id]);
  }

  /**
   * Sums the answers of some runs, by their ids: how many passed of those that were graded, and their median time. A run without an
   * answer is absent, and one with more than 50,000 as well.
   */
  async listRunSums(runs: readonly Pick<EvalRunRecord, 'id' | 'total'>[]): Promise<ReadonlyMap<string, EvalRunSums>> {
    const ids = runs.filter(({ total }) => total <= MOST_SUMMED).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows = await LIST_RUN_SUMS.rows(this.access, [ids]);
    return new Map(rows.map(({ id, ...sums }) => [id, sums]));
  }

  /** Lists the decisions of each grader about the answers of each target, in their order. */
  listGraderTallies(run: Pick<EvalRunRecord, 'id'>): Promise<EvalGraderTally[]> {
    return LIST_GRADER_TALLIES.rows(this.access, [run.id, GRADE_MARKS.passed, GRADE_MARKS.failed, GRADE_MARKS.error]);
  }

  /** Results in the order of targets, cases and repeats, one more than `limit` if there is one. */
  async listResults(
    { id }: Pick<EvalRunRecord, 'id'>,
    { key, status, target }: EvalResultFilters,
    after: EvalResultPlace | undefined,
    limit: number,
  ): Promise<EvalResultRecord[]> {
    const rows = await LIST_RESULTS.rows(this.access, [
      id,
      target ?? null,
      status ?? null,
      after?.target ?? -1,
      after?.position ?? -1,
      after?.repeat ?? -1,
      limit,
      key ?? null,
    ]);
    const box = this.boxOrThrow();
    return rows.map(({ sealed, ...result }) => ({
      ...result,
      content: box.open(sealed, evalResultOf(id, result.target, result.position, result.repeat)),
    }));
  }

  /** Ends a run that has not ended. False if there is none such. */
  cancel(id: string): Promise<boolean> {
    return CANCEL.matches(this.access, [id]);
  }

  /** Counts the runs that have not ended, by status. */
  countOpen(): Promise<{ readonly status: EvalRunStatus; readonly runs: number }[]> {
    return COUNT_BY_STATUS.rows(this.access);
  }

  /**
   * Removes a run that ended before a moment, with its results, some at a time. Runs that others may be compared with
   * stay: the baseline of a suite, and its newest completed run. False if there is none to remove.
   */
  removeOld(before: Date): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const rows = await FIND_OLD.rows(sql, [before]);
      const [old] = rows;
      if (old === undefined) return false;
      for (let isLast = false; !isLast; ) {
        const removed = await REMOVE_RESULTS.rows(sql, [old.id]);
        isLast = removed.length < RESULTS_AT_ONCE;
      }
      await REMOVE_RUN.run(sql, [old.id]);
      return true;
    });
  }

  /** Removes a run with its results. False if there is none such. */
  remove(organizationId: string, id: string): Promise<boolean> {
    return REMOVE.matches(this.access, [organizationId, id]);
  }
}
