import { parseBoundedJson } from '@multilane/contracts';
import { cancelAgentRunsOfSteps } from '../agents/cancel-agent-runs.js';
import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId, newId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import {
  MOST_OPEN_RUNS,
  type NewWorkflowRun,
  type RunStatus,
  type WorkflowFailure,
  type WorkflowRunDetails,
  type WorkflowRunRecord,
  type WorkflowStepDetails,
} from '../records/workflow.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import {
  RUN_COLUMNS,
  RUN_DETAIL_COLUMNS,
  runPart,
  type SealedParts,
  STEP_DETAIL_COLUMNS,
  stepPart,
} from './run-columns.js';

/** A workspace has as many open runs as it may have. */
export class TooManyRuns extends Error {
  override readonly name = 'TooManyRuns';
}

export interface RunFilters {
  readonly workspaceId: string;
  readonly workflowId?: string | undefined;
  readonly status?: RunStatus | undefined;
}

const BATCH = 200;
const TREE = `WITH RECURSIVE tree AS (SELECT id, definition FROM workflow_runs WHERE id = $1
    UNION ALL SELECT inner_run.id, inner_run.definition FROM tree JOIN workflow_steps step ON step.run_id = tree.id
      JOIN workflow_runs inner_run ON inner_run.parent_step_id = step.id)`;

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 5520931177))');
const COUNT_OPEN = statement(
  { open: 'integer' },
  `SELECT count(*)::int AS open FROM (SELECT 1 FROM workflow_runs
   WHERE organization_id = $1 AND workspace_id = $2 AND depth = 0 AND status IN ('pending', 'running')
   LIMIT ${MOST_OPEN_RUNS}) AS runs`,
);
const CREATE = statement(
  { id: 'uuid' },
  `INSERT INTO workflow_runs (id, organization_id, workspace_id, workflow_id, version, definition, trigger, trigger_key,
     identity, started_by, dry_run, depth, parent_step_id, rerun_of, rerun_from, input_sealed, uses_cache)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING RETURNING id`,
);
const FIND = statement<RunRow>(
  RUN_DETAIL_COLUMNS.types,
  `SELECT ${RUN_DETAIL_COLUMNS.sql} FROM workflow_runs r WHERE r.organization_id = $1 AND r.id = $2`,
);
const LIST_PAGE = statement<WorkflowRunRecord>(
  RUN_COLUMNS.types,
  `SELECT ${RUN_COLUMNS.sql} FROM workflow_runs r
   WHERE r.organization_id = $1 AND r.workspace_id = $2 AND ($3::uuid IS NULL OR r.workflow_id = $3)
     AND ($4::text IS NULL OR r.status = $4) AND ($5::uuid IS NULL OR r.id < $5)
   ORDER BY r.id DESC LIMIT $6`,
);
const LIST_STEPS = statement<StepRow>(
  STEP_DETAIL_COLUMNS.types,
  `SELECT ${STEP_DETAIL_COLUMNS.sql} FROM workflow_steps s
   WHERE s.run_id = $1 AND ($2::uuid IS NULL OR s.id > $2) ORDER BY s.id LIMIT $3`,
);
const HAS_STEP = command('SELECT 1 FROM workflow_steps WHERE run_id = $1 AND id = $2');
const LIST_TREE = statement({ id: 'uuid', definition: 'text' }, `${TREE} SELECT id, definition FROM tree LIMIT $2`);
const WAITS_FOR_PERSON =
  command(`${TREE} SELECT 1 FROM tree JOIN workflow_steps step ON step.run_id = tree.id AND step.status = 'waiting'
   WHERE EXISTS (SELECT 1 FROM json_array_elements(tree.definition::json -> 'nodes') node
       WHERE node ->> 'id' = step.node_id AND node ->> 'kind' = 'approval')
     OR EXISTS (SELECT 1 FROM agent_runs WHERE workflow_step_id = step.id AND status = 'awaiting_approval') LIMIT 1`);
const HAS_ENDED = statement(
  { ended: 'boolean' },
  'SELECT ended_at IS NOT NULL AS ended FROM workflow_runs WHERE id = $1',
);
const CANCEL = statement(
  { id: 'uuid' },
  `UPDATE workflow_runs SET status = 'cancelled', ended_at = now()
   WHERE id = $1 AND status IN ('pending', 'running') RETURNING id`,
);
const CANCEL_STEPS = command(`UPDATE workflow_steps SET status = 'cancelled', ended_at = now(), fence = fence + 1
   WHERE run_id = $1 AND status IN ('pending', 'running', 'waiting')`);
const FIND_CHILDREN = statement(
  { id: 'uuid' },
  `SELECT c.id FROM workflow_runs c JOIN workflow_steps s ON s.id = c.parent_step_id
   WHERE s.run_id = $1 AND c.status IN ('pending', 'running')`,
);
const DECIDE_APPROVAL = command(`UPDATE workflow_steps SET decision = $3, decided_by = $4, due_at = now()
   WHERE run_id = $1 AND id = $2 AND status = 'waiting' AND decision IS NULL RETURNING id`);
const NOTE_MESSAGE_WITHIN =
  command(`INSERT INTO hook_messages (workflow_id, message_key, expires_at) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING workflow_id`);
const REMOVE_OLD = statement(
  { id: 'uuid' },
  `DELETE FROM workflow_runs WHERE id IN
   (SELECT id FROM workflow_runs WHERE ended_at < $1 ORDER BY ended_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`,
);
const REMOVE_EVENTS = command('DELETE FROM run_events WHERE run_id = ANY($1::uuid[])');
const REMOVE_MESSAGES = command(`DELETE FROM hook_messages WHERE (workflow_id, message_key) IN
   (SELECT workflow_id, message_key FROM hook_messages WHERE expires_at < now() LIMIT ${BATCH})`);

/** Runs of workflows, as people start, read and cancel them. The work of workers on them is in `WorkflowWorkStore`. */
export class WorkflowRunStore extends SealedStore {
  protected readonly contents = 'runs of workflows';

  /**
   * Stores a run, in the transaction that also queues its job. Resolves to its id; undefined if there was one with its trigger key.
   *
   * @throws TooManyRuns
   */
  async createWithin(sql: Sql, run: NewWorkflowRun): Promise<string | undefined> {
    const { depth = 0, dryRun = false, id = newId(), parentStepId, rerunFrom, rerunOf, triggerKey } = run;
    if (depth === 0) {
      await TAKE_TURN.run(sql, [run.workspaceId]);
      const { open } = await COUNT_OPEN.one(sql, [run.organizationId, run.workspaceId]);
      if (open >= MOST_OPEN_RUNS) throw new TooManyRuns();
    }
    const rows = await CREATE.rows(sql, [
      id,
      run.organizationId,
      run.workspaceId,
      run.workflowId,
      run.version,
      run.definition,
      run.trigger,
      triggerKey ?? null,
      JSON.stringify(run.identity),
      run.startedBy,
      dryRun,
      depth,
      parentStepId ?? null,
      rerunOf ?? null,
      rerunFrom ?? null,
      this.boxOrThrow().seal(JSON.stringify(run.input ?? null), runPart(id, 'input')),
      run.usesCache ?? true,
    ]);
    return rows.length === 0 ? undefined : id;
  }

  /** Undefined for another tenant's run, and for what is no id. */
  async find(organizationId: string, id: string): Promise<WorkflowRunDetails | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row && openRun(this.boxOrThrow(), row);
  }

  /** Newest first, without what was sent and put out. @throws InvalidCursorError */
  async listPage(
    organizationId: string,
    { cursor, filters, limit }: PageRequest<RunFilters> & { readonly filters: RunFilters },
  ): Promise<Page<WorkflowRunRecord>> {
    const { status, workflowId, workspaceId } = filters;
    if (workflowId !== undefined && !isId(workflowId)) return { data: [], nextCursor: null };
    const rows = await LIST_PAGE.rows(this.access, [
      organizationId,
      workspaceId,
      workflowId ?? null,
      status ?? null,
      cursor === undefined ? null : decodeCursor(cursor),
      limit + 1,
    ]);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** The steps of a run in the order in which they began, each with its items behind it. */
  async listSteps(
    runId: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<WorkflowStepDetails[]> {
    const rows = await LIST_STEPS.rows(this.access, [runId, after ?? null, limit]);
    const box = this.boxOrThrow();
    return rows.map((row) => openStep(box, row));
  }

  /** True if a run has a step. */
  async hasStep(runId: string, stepId: string): Promise<boolean> {
    return HAS_STEP.matches(this.access, [runId, stepId]);
  }

  /** A run and those within it, at most `limit` of them. */
  listTree(runId: string, limit: number): Promise<Pick<WorkflowRunDetails, 'id' | 'definition'>[]> {
    return LIST_TREE.rows(this.access, [runId, limit]);
  }

  /** True if a run, or one within it, waits for a person: at an approval, or for an agent that does. */
  async waitsForPerson(runId: string): Promise<boolean> {
    return WAITS_FOR_PERSON.matches(this.access, [runId]);
  }

  /** True if a run has ended. */
  async hasEnded(runId: string): Promise<boolean> {
    const [row] = await HAS_ENDED.rows(this.access, [runId]);
    return row?.ended ?? true;
  }

  /**
   * Cancels a run with those within it, and all their steps. Resolves to the ids of the runs that it ended: none where the run had ended.
   */
  async cancelWithin(sql: Sql, id: string): Promise<readonly string[]> {
    const cancelled: string[] = [];
    for (const open = [id]; open.length > 0; ) {
      const next = open.pop() ?? '';
      const rows = await CANCEL.rows(sql, [next]);
      if (rows.length === 0) continue;
      cancelled.push(next);
      await CANCEL_STEPS.run(sql, [next]);
      await cancelAgentRunsOfSteps(sql, this.boxOrThrow(), { runId: next });
      const children = await FIND_CHILDREN.rows(sql, [next]);
      open.push(...children.map((child) => child.id));
    }
    return cancelled;
  }

  /**
   * Notes what a person decided about a step that waits for it. False if it does not, or somebody was faster. `within` queues the step
   * in the same transaction.
   */
  async decideApproval(
    runId: string,
    stepId: string,
    { by, decision }: { readonly decision: 'approved' | 'rejected'; readonly by: string },
    within: (sql: Sql) => Promise<unknown>,
  ): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await DECIDE_APPROVAL.matches(sql, [runId, stepId, decision, by]))) return false;
      await within(sql);
      return true;
    });
  }

  /**
   * Notes that a message of a hook has come, for a while. False if it had come before: on whatever replica.
   */
  async noteMessageWithin(sql: Sql, workflowId: string, key: string, expiresAt: Date): Promise<boolean> {
    return NOTE_MESSAGE_WITHIN.matches(sql, [workflowId, key, expiresAt]);
  }

  /** Removes runs that ended before a moment, with their steps and events, and messages that need not be known any more. */
  async removeOld(before: Date): Promise<number> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const rows = await REMOVE_OLD.rows(sql, [before]);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await REMOVE_EVENTS.run(sql, [ids]);
      await REMOVE_MESSAGES.run(sql);
      return ids.length;
    });
  }
}

export type RunRow = Omit<WorkflowRunDetails, 'input' | 'output' | 'error'> & SealedParts;
type StepRow = Omit<WorkflowStepDetails, 'input' | 'output' | 'error'> & SealedParts;

export function openRun(
  box: SecretBox,
  { errorSealed, inputSealed, outputSealed, ...run }: RunRow,
): WorkflowRunDetails {
  const open = (sealed: string | null, part: 'input' | 'output' | 'error'): unknown =>
    sealed === null ? null : parseBoundedJson(box.open(sealed, runPart(run.id, part)));
  return {
    ...run,
    input: open(inputSealed, 'input'),
    output: open(outputSealed, 'output'),
    error: open(errorSealed, 'error') as WorkflowFailure | null,
  };
}

function openStep(box: SecretBox, { errorSealed, inputSealed, outputSealed, ...step }: StepRow): WorkflowStepDetails {
  const open = (sealed: string | null, part: 'input' | 'output' | 'error'): unknown =>
    sealed === null ? null : parseBoundedJson(box.open(sealed, stepPart(step.id, part)));
  return {
    ...step,
    input: open(inputSealed, 'input'),
    output: open(outputSealed, 'output'),
    error: open(errorSealed, 'error') as WorkflowFailure | null,
  };
}
