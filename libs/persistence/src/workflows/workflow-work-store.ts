import { parseBoundedJson } from '@multilane/contracts';
import { cancelAgentRunsOfSteps } from '../agents/cancel-agent-runs.js';
import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import type {
  StepOutcome,
  TakenStep,
  WorkflowFailure,
  WorkflowRunDetails,
  WorkflowStepRecord,
} from '../records/workflow.js';
import { command, statement } from '../statements/statement.js';
import { RUN_DETAIL_COLUMNS, runPart, type SealedPart, STEP_COLUMNS, stepPart } from './run-columns.js';
import { openRun, type RunRow } from './workflow-run-store.js';

/** A step that is to begin. */
export interface NewStep {
  readonly nodeId: string;
  readonly iteration?: number;
  readonly status?: 'pending' | 'skipped';
  /** The item of a `map` step. */
  readonly input?: unknown;
  /** Not before this. A step far ahead is one that nothing has queued yet. */
  readonly dueAt?: Date;
}

/** Output of a step that has ended. */
export interface StepResult {
  readonly output: unknown;
  readonly error: WorkflowFailure | null;
}

export interface ItemResult extends StepResult {
  readonly iteration: number;
  readonly status: WorkflowStepRecord['status'];
}

/** The results that one step reads of others are too large to be held in memory. */
export class RunDataTooLarge extends Error {
  override readonly name = 'RunDataTooLarge';
}

/** Sealed characters that one step reads at most. */
const MOST_READ = 12 * 1024 * 1024;
/** A worker that gave no sign of life for so long has lost its steps. Seconds. */
const SILENT_SECONDS = 6;
/** So long after its time, a step whose job is gone is queued again. Seconds. */
const STRANDED_SECONDS = 60;
const BATCH = 100;

const TAKE = statement<Omit<TakenStep, 'input'> & { inputSealed: string | null }>(
  { ...STEP_COLUMNS.types, fence: 'integer', inputSealed: 'text?', hasWaited: 'boolean' },
  `WITH before AS (SELECT id, status FROM workflow_steps WHERE id = $1 FOR UPDATE),
        taken AS (
     UPDATE workflow_steps t SET status = 'running', fence = t.fence + 1, alive_at = now(),
            started_at = coalesce(t.started_at, now()),
            attempts = t.attempts + CASE WHEN before.status = 'pending' THEN 1 ELSE 0 END
       FROM before, workflow_runs r
      WHERE t.id = before.id AND r.id = t.run_id AND r.status = 'running'
        AND (before.status = 'pending' OR before.status = 'waiting'
          OR (before.status = 'running' AND t.alive_at < now() - interval '${SILENT_SECONDS} seconds'))
     RETURNING t.*, before.status AS was)
   SELECT ${STEP_COLUMNS.sql}, s.fence, s.input_sealed AS "inputSealed", s.was = 'waiting' AS "hasWaited" FROM taken s`,
);
const IS_RUNNING = command("SELECT 1 FROM workflow_steps WHERE id = $1 AND status = 'running'");
const FIND_RUN = statement<RunRow>(
  RUN_DETAIL_COLUMNS.types,
  `SELECT ${RUN_DETAIL_COLUMNS.sql} FROM workflow_runs r WHERE r.id = $1`,
);
const FIND_CHILD = statement<RunRow>(
  RUN_DETAIL_COLUMNS.types,
  `SELECT ${RUN_DETAIL_COLUMNS.sql} FROM workflow_runs r WHERE r.parent_step_id = $1`,
);
const FIND_RESULTS = statement(
  { id: 'uuid', nodeId: 'text', output: 'text?', error: 'text?', fits: 'boolean' },
  `WITH ended AS (SELECT id, node_id, output_sealed, error_sealed FROM workflow_steps
    WHERE run_id = $1 AND iteration = -1 AND status IN ('succeeded', 'failed') AND ($2::text[] IS NULL OR node_id = ANY($2))),
  total AS (SELECT coalesce(sum(length(output_sealed)), 0) <= ${MOST_READ} AS fits FROM ended)
  SELECT id, node_id AS "nodeId", CASE WHEN fits THEN output_sealed END AS output, error_sealed AS error, fits FROM ended, total`,
);
const LOCK_RUN = statement({ status: 'text' }, 'SELECT status FROM workflow_runs WHERE id = $1 FOR UPDATE');
const START_RUN = command("UPDATE workflow_runs SET status = 'running', started_at = now() WHERE id = $1");
const READ_STATES = statement<Pick<WorkflowStepRecord, 'nodeId' | 'status' | 'branch'>>(
  { nodeId: 'text', status: 'text', branch: 'text?' },
  'SELECT node_id AS "nodeId", status, branch FROM workflow_steps WHERE run_id = $1 AND iteration = -1',
);
const ADD_STEPS = statement(
  { id: 'uuid' },
  `INSERT INTO workflow_steps (id, run_id, node_id, iteration, status, input_sealed, due_at, ended_at)
   SELECT a.id, $1, a.node_id, a.iteration, a.status, a.input_sealed, coalesce(a.due_at, now()),
          CASE WHEN a.status = 'skipped' THEN now() END
     FROM unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[], $7::timestamptz[])
          AS a (id, node_id, iteration, status, input_sealed, due_at)
   ON CONFLICT DO NOTHING RETURNING id`,
);
const COPY_STEPS = statement(
  {
    id: 'uuid',
    nodeId: 'text',
    iteration: 'integer',
    status: 'text',
    branch: 'text?',
    input: 'text?',
    output: 'text?',
    error: 'text?',
  },
  `SELECT id, node_id AS "nodeId", iteration, status, branch, input_sealed AS input, output_sealed AS output,
         error_sealed AS error FROM workflow_steps
   WHERE run_id = $1 AND node_id = ANY($2::text[]) AND status IN ('succeeded', 'failed', 'skipped') ORDER BY id`,
);
const ADD_COPY =
  command(`INSERT INTO workflow_steps (id, run_id, node_id, iteration, status, branch, input_sealed, output_sealed, error_sealed,
     started_at, ended_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now()) ON CONFLICT DO NOTHING`);
const WRITE_OUTCOME =
  command(`UPDATE workflow_steps SET status = $3, branch = $4, input_sealed = coalesce($5, input_sealed), output_sealed = $6,
         error_sealed = $7, due_at = coalesce($8, due_at), ended_at = CASE WHEN $9 THEN now() END, alive_at = NULL,
         attempts = attempts - CASE WHEN $10 THEN 1 ELSE 0 END
   WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`);
const QUEUE_NEXT = statement<{ readonly open: number; readonly next: string | null }>(
  { open: 'integer', next: 'uuid?' },
  `WITH queued AS (
     UPDATE workflow_steps SET due_at = now() WHERE id =
      (SELECT id FROM workflow_steps WHERE run_id = $1 AND node_id = $2 AND iteration >= 0 AND status = 'pending'
          AND attempts = 0 AND due_at > now() + interval '1 day' ORDER BY iteration LIMIT 1) RETURNING id)
   SELECT count(*)::int AS open, (SELECT id FROM queued) AS next FROM workflow_steps
    WHERE run_id = $1 AND node_id = $2 AND iteration >= 0 AND status IN ('pending', 'running', 'waiting')`,
);
const MEASURE_ITEMS = statement(
  { size: 'float8' },
  `SELECT coalesce(sum(length(output_sealed)), 0)::float8 * 3 / 4 AS size FROM workflow_steps
   WHERE run_id = $1 AND node_id = $2 AND iteration >= 0`,
);
const READ_ITEMS = statement<
  Pick<ItemResult, 'iteration' | 'status'> & { id: string; output: string | null; error: string | null }
>(
  { id: 'uuid', iteration: 'integer', status: 'text', output: 'text?', error: 'text?' },
  `SELECT id, iteration, status, output_sealed AS output, error_sealed AS error FROM workflow_steps
   WHERE run_id = $1 AND node_id = $2 AND iteration >= 0 ORDER BY iteration`,
);
const LOCK_MAP = statement(
  { id: 'uuid' },
  "SELECT id FROM workflow_steps WHERE run_id = $1 AND node_id = $2 AND iteration = -1 AND status = 'waiting' FOR UPDATE",
);
const CANCEL_ITEMS = command(`UPDATE workflow_steps SET status = 'cancelled', ended_at = now(), fence = fence + 1
   WHERE run_id = $1 AND node_id = $2 AND iteration >= 0 AND status IN ('pending', 'running', 'waiting')`);
const END_MAP_STEP =
  command(`UPDATE workflow_steps SET status = $2, branch = $3, output_sealed = $4, error_sealed = $5, ended_at = now(), fence = fence + 1
   WHERE id = $1`);
const END_RUN = command(
  `UPDATE workflow_runs SET status = $2, ended_at = now(), output_sealed = $3, error_sealed = $4 WHERE id = $1`,
);
const END_STEPS = command(`UPDATE workflow_steps SET status = 'cancelled', ended_at = now(), fence = fence + 1
   WHERE run_id = $1 AND status IN ('pending', 'running', 'waiting')`);
const FIND_OPEN_CHILDREN = statement(
  { id: 'uuid' },
  `SELECT c.id FROM workflow_runs c JOIN workflow_steps s ON s.id = c.parent_step_id
   WHERE s.run_id = $1 AND c.status IN ('pending', 'running')`,
);
const KEEP_ALIVE = statement(
  { id: 'uuid' },
  `WITH alive AS (UPDATE workflow_steps s SET alive_at = now()
     FROM unnest($1::uuid[], $2::int[]) AS mine (id, fence)
    WHERE s.id = mine.id AND s.fence = mine.fence AND s.status = 'running' RETURNING s.id)
   SELECT id FROM alive`,
);
const FIND_STRANDED = statement(
  { id: 'uuid' },
  `WITH stranded AS (
     SELECT s.id FROM workflow_steps s JOIN workflow_runs r ON r.id = s.run_id AND r.status = 'running'
      WHERE s.status IN ('pending', 'running', 'waiting') AND s.due_at < now() - interval '${STRANDED_SECONDS} seconds'
        AND coalesce(s.alive_at, s.due_at) < now() - interval '${STRANDED_SECONDS} seconds'
      LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED),
   marked AS (UPDATE workflow_steps s SET due_at = now() FROM stranded WHERE s.id = stranded.id RETURNING s.id)
   SELECT id FROM marked`,
);
const FIND_STRANDED_RUNS = statement(
  { id: 'uuid' },
  `SELECT id FROM workflow_runs r WHERE status = 'pending' AND created_at < now() - interval '${STRANDED_SECONDS} seconds'
   OR (status = 'running' AND started_at < now() - interval '${STRANDED_SECONDS} seconds' AND NOT EXISTS
     (SELECT 1 FROM workflow_steps s WHERE s.run_id = r.id AND s.status IN ('pending', 'running', 'waiting')))
   LIMIT ${BATCH}`,
);

/** Work of workers on runs and steps. */
export class WorkflowWorkStore extends SealedStore {
  protected readonly contents = 'runs of workflows';

  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.access.transaction((manager) => work(sqlWithin(manager)));
  }

  /**
   * Takes a step that is to be worked on: one that is due, or whose worker has gone silent. Undefined if it is another's, or its run has
   * ended.
   */
  async take(stepId: string): Promise<TakenStep | undefined> {
    const [row] = await TAKE.rows(this.access, [stepId]);
    if (row === undefined) return undefined;
    const { inputSealed, ...step } = row;
    return { ...step, input: inputSealed === null ? null : this.open(inputSealed, stepPart(step.id, 'input')) };
  }

  /** True if a worker has a step, as far as is known. */
  async isRunning(stepId: string): Promise<boolean> {
    return IS_RUNNING.matches(this.access, [stepId]);
  }

  /** The run of a step or job; undefined if it is gone. */
  async findRun(id: string): Promise<WorkflowRunDetails | undefined> {
    const [row] = await FIND_RUN.rows(this.access, [id]);
    return row && openRun(this.boxOrThrow(), row);
  }

  /** The run within a step, if it has one. */
  async findChild(stepId: string): Promise<WorkflowRunDetails | undefined> {
    const [row] = await FIND_CHILD.rows(this.access, [stepId]);
    return row && openRun(this.boxOrThrow(), row);
  }

  /**
   * Finds the outputs of steps that have ended, by their ids. @param nodeIds undefined: of all steps @throws
   * RunDataTooLarge
   */
  async findResults(
    runId: string,
    nodeIds: readonly string[] | undefined,
    sql?: Sql,
  ): Promise<ReadonlyMap<string, StepResult>> {
    if (nodeIds?.length === 0) return new Map();
    const rows = await FIND_RESULTS.rows(sql ?? this.access, [runId, nodeIds ?? null]);
    if (rows.some(({ fits }) => !fits)) throw new RunDataTooLarge();
    return new Map(rows.map(({ id, nodeId, ...sealed }) => [nodeId, this.openResult(id, sealed)]));
  }

  /** Marks a run as running, and keeps everybody else from deciding about it until the end of the transaction. Undefined: it has ended. */
  async lockRun(sql: Sql, id: string): Promise<{ readonly wasPending: boolean } | undefined> {
    const rows = await LOCK_RUN.rows(sql, [id]);
    const [run] = rows;
    if (run?.status === 'running') return { wasPending: false };
    if (run?.status !== 'pending') return undefined;
    await START_RUN.run(sql, [id]);
    return { wasPending: true };
  }

  /** Reads the states of the steps of a run, without their items. */
  async readStates(
    sql: Sql,
    runId: string,
  ): Promise<readonly Pick<WorkflowStepRecord, 'nodeId' | 'status' | 'branch'>[]> {
    const rows = await READ_STATES.rows(sql, [runId]);
    return rows;
  }

  /** Adds steps. Resolves to the ids of those that were not there yet. */
  async addSteps(sql: Sql, runId: string, steps: readonly NewStep[]): Promise<readonly string[]> {
    if (steps.length === 0) return [];
    const made = steps.map((step) => ({ id: newId(), ...step }));
    const rows = await ADD_STEPS.rows(sql, [
      runId,
      made.map(({ id }) => id),
      made.map(({ nodeId }) => nodeId),
      made.map(({ iteration = -1 }) => iteration),
      made.map(({ status = 'pending' }) => status),
      made.map(({ id, input }) => (input === undefined ? null : this.seal(input, stepPart(id, 'input')))),
      made.map(({ dueAt }) => dueAt ?? null),
    ]);
    return rows.map(({ id }) => id);
  }

  /** Takes over the steps of an earlier run that are not to be done again. */
  async copySteps(sql: Sql, from: string, to: string, nodeIds: readonly string[]): Promise<void> {
    const rows = await COPY_STEPS.rows(sql, [from, nodeIds]);
    for (const row of rows) {
      const id = newId();
      const moved = (['input', 'output', 'error'] as const).map((part) => {
        const sealed = row[part];
        return sealed === null ? null : this.seal(this.open(sealed, stepPart(row.id, part)), stepPart(id, part));
      });
      await ADD_COPY.run(sql, [id, to, row.nodeId, row.iteration, row.status, row.branch, ...moved]);
    }
  }

  /** Writes what became of a step. False if the step is another worker's. */
  async writeOutcome(
    sql: Sql,
    { fence, id }: Pick<TakenStep, 'id' | 'fence'>,
    { branch, dueAt, error, input, isUncounted = false, output, status }: StepOutcome,
  ): Promise<boolean> {
    const seal = (value: unknown, part: SealedPart): string | null =>
      value === undefined ? null : this.seal(value, stepPart(id, part));
    const hasEnded = status === 'succeeded' || status === 'failed';
    return WRITE_OUTCOME.matches(sql, [
      id,
      fence,
      status,
      branch ?? null,
      seal(input, 'input'),
      seal(output, 'output'),
      seal(error, 'error'),
      dueAt ?? null,
      hasEnded,
      isUncounted,
    ]);
  }

  /**
   * Counts the items of a `map` step that have not ended, and takes the next one that nothing has queued, which counts
   * as queued from now on.
   */
  async nextItem(
    sql: Sql,
    runId: string,
    nodeId: string,
  ): Promise<{ readonly open: number; readonly next: string | undefined }> {
    const { next, open } = await QUEUE_NEXT.one(sql, [runId, nodeId]);
    return { open, next: next ?? undefined };
  }

  /** About how many characters the items of a `map` step have put out. */
  async measureItems(sql: Sql, runId: string, nodeId: string): Promise<number> {
    const { size } = await MEASURE_ITEMS.one(sql, [runId, nodeId]);
    return size;
  }

  /** Reads the results of the items of a `map` step, in their order. */
  async readItems(sql: Sql, runId: string, nodeId: string): Promise<readonly ItemResult[]> {
    const rows = await READ_ITEMS.rows(sql, [runId, nodeId]);
    return rows.map(({ id, iteration, status, ...sealed }) => ({ iteration, status, ...this.openResult(id, sealed) }));
  }

  /** Ends a `map` step that waits for its items. */
  async endMap(
    sql: Sql,
    runId: string,
    nodeId: string,
    { branch, error, output, status }: Pick<StepOutcome, 'status' | 'branch' | 'output' | 'error'>,
  ): Promise<void> {
    const rows = await LOCK_MAP.rows(sql, [runId, nodeId]);
    const [step] = rows;
    if (step === undefined) return;
    await CANCEL_ITEMS.run(sql, [runId, nodeId]);
    await cancelAgentRunsOfSteps(sql, this.boxOrThrow(), { runId, itemsOf: nodeId });
    await END_MAP_STEP.run(sql, [
      step.id,
      status,
      branch ?? null,
      output === undefined ? null : this.seal(output, stepPart(step.id, 'output')),
      error === undefined ? null : this.seal(error, stepPart(step.id, 'error')),
    ]);
  }

  /** Ends a run, and the steps that have not ended. */
  async endRun(
    sql: Sql,
    id: string,
    {
      error,
      output,
      status,
    }: { readonly status: 'succeeded' | 'failed'; readonly output?: unknown; readonly error?: WorkflowFailure },
  ): Promise<void> {
    await END_RUN.run(sql, [
      id,
      status,
      output === undefined ? null : this.seal(output, runPart(id, 'output')),
      error === undefined ? null : this.seal(error, runPart(id, 'error')),
    ]);
    await END_STEPS.run(sql, [id]);
    await cancelAgentRunsOfSteps(sql, this.boxOrThrow(), { runId: id });
  }

  /** The ids of the open runs within the steps of a run. */
  async findOpenChildren(sql: Sql, runId: string): Promise<readonly string[]> {
    const rows = await FIND_OPEN_CHILDREN.rows(sql, [runId]);
    return rows.map(({ id }) => id);
  }

  /** Says that these steps are being worked on. Resolves to those that are so no more: another worker's, or cancelled. */
  async keepAlive(running: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const ids = [...running.keys()];
    const rows = await KEEP_ALIVE.rows(this.access, [ids, [...running.values()]]);
    const alive = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !alive.has(id));
  }

  /**
   * Steps and runs whose time is long over and that nobody works on: their jobs wait, or are gone. Steps are not found again for a while.
   */
  async findStranded(): Promise<{ readonly steps: readonly string[]; readonly runs: readonly string[] }> {
    const steps = await FIND_STRANDED.rows(this.access);
    const runs = await FIND_STRANDED_RUNS.rows(this.access);
    return { steps: steps.map(({ id }) => id), runs: runs.map(({ id }) => id) };
  }

  private openResult(
    id: string,
    { error, output }: { readonly output: string | null; readonly error: string | null },
  ): StepResult {
    return {
      output: output === null ? null : this.open(output, stepPart(id, 'output')),
      error: error === null ? null : (this.open(error, stepPart(id, 'error')) as WorkflowFailure),
    };
  }

  private seal(value: unknown, purpose: string): string {
    return this.boxOrThrow().seal(JSON.stringify(value ?? null), purpose);
  }

  private open(sealed: string, purpose: string): unknown {
    return parseBoundedJson(this.boxOrThrow().open(sealed, purpose)) as unknown;
  }
}
