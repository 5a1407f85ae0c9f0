import type { WorkspaceAddress } from '../background/knowledge-store.js';
import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import type {
  AgentRunContent,
  AgentRunRecord,
  AgentRunStatus,
  AgentStepRecord,
  NewAgentRun,
  WaitingAgentCall,
} from '../records/agent.js';
import type { Page } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import {
  AGENT_RUN_COLUMNS,
  agentInputOf,
  agentOutputOf,
  agentStepOf,
  STEP_COLUMNS,
  type StepRow,
} from './agent-run-rows.js';
import { cancelAgentRuns } from './cancel-agent-runs.js';

/** A workspace has as many runs that have not ended as it may have. */
export class TooManyAgentRuns extends Error {
  override readonly name = 'TooManyAgentRuns';
}

type Within = (sql: Sql) => Promise<unknown>;

export interface AgentRunFilters {
  readonly agentId?: string | undefined;
  readonly status?: AgentRunStatus | undefined;
  /** Only runs of that person. */
  readonly userId?: string | undefined;
}

export interface ApprovalDecision {
  readonly runId: string;
  readonly rootId: string;
  readonly position: number;
  readonly decidedBy: string;
  /** Text that the model gets in place of a result; undefined if the call is approved. */
  readonly rejection: string | undefined;
}

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113571))');
const COUNT_OPEN = statement(
  { open: 'integer' },
  `SELECT count(*)::int AS open FROM agent_runs WHERE organization_id = $1 AND workspace_id = $2
   AND parent_id IS NULL AND completed_at IS NULL`,
);
const CREATE_WITHIN =
  command(`INSERT INTO agent_runs (id, organization_id, workspace_id, agent_id, version, root_id, depth, user_id, identity,
     client_address, input_sealed, workflow_step_id, uses_cache)
   VALUES ($1, $2, $3, $4, $5, $1, 1, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING RETURNING id`);
const COUNT_OPEN_OUTSIDE = statement(
  { open: 'integer' },
  `SELECT count(*)::int AS open FROM agent_runs WHERE organization_id = $1 AND workspace_id = $2
   AND parent_id IS NULL AND completed_at IS NULL`,
);
const FIND = statement<AgentRunRecord>(
  AGENT_RUN_COLUMNS.types,
  `SELECT ${AGENT_RUN_COLUMNS.sql} WHERE run.organization_id = $1 AND run.id = $2`,
);
const READ_CONTENT = statement(
  { input: 'text', output: 'text?' },
  'SELECT input_sealed AS input, output_sealed AS output FROM agent_runs WHERE id = $1',
);
const LIST_PAGE = statement<AgentRunRecord>(
  AGENT_RUN_COLUMNS.types,
  `SELECT ${AGENT_RUN_COLUMNS.sql} WHERE run.organization_id = $1 AND run.workspace_id = $2 AND run.parent_id IS NULL
     AND ($3::uuid IS NULL OR run.id < $3) AND ($4::uuid IS NULL OR run.agent_id = $4)
     AND ($5::text IS NULL OR run.status = $5) AND ($6::uuid IS NULL OR run.user_id = $6)
   ORDER BY run.id DESC LIMIT $7`,
);
const LIST_STEPS = statement<StepRow>(
  STEP_COLUMNS.types,
  `SELECT ${STEP_COLUMNS.sql} WHERE step.run_id = $1 ORDER BY step.position`,
);
const LIST_WAITING = statement<Omit<WaitingAgentCall, 'content'> & { readonly sealed: string }>(
  { runId: 'uuid', agentId: 'uuid', position: 'integer', name: 'text', sealed: 'text' },
  `SELECT run.id AS "runId", run.agent_id AS "agentId", step.position, step.name, step.content_sealed AS sealed
    FROM agent_runs run JOIN agent_run_steps step ON step.run_id = run.id
   WHERE run.root_id = $1 AND step.status = 'awaiting_approval' ORDER BY run.id, step.position LIMIT 500`,
);
const LOCK_ROOT = statement(
  { status: 'text' },
  'SELECT status FROM agent_runs WHERE id = $1 AND completed_at IS NULL FOR UPDATE',
);
const DECIDE =
  command(`UPDATE agent_run_steps SET decided_by = $3, status = CASE WHEN $4::text IS NULL THEN 'due' ELSE 'finished' END,
      result_sealed = $4, is_error = $4::text IS NOT NULL,
      finished_at = CASE WHEN $4::text IS NULL THEN NULL ELSE clock_timestamp() END
   WHERE run_id = $1 AND position = $2 AND status = 'awaiting_approval' RETURNING position`);
const NOTE_DECISION = command('UPDATE agent_runs SET has_decision = true WHERE id = $1');
const RESUME = command(`UPDATE agent_runs SET status = 'queued', stop_reason = NULL, alive_at = now()
   WHERE root_id = $1 AND status = 'awaiting_approval'`);
const FIND_ENDED = statement(
  { id: 'uuid' },
  `SELECT run.id FROM agent_runs run WHERE run.root_id IN (SELECT id FROM agent_runs
   WHERE completed_at < $1 AND parent_id IS NULL ORDER BY completed_at LIMIT $2)`,
);
const REMOVE_RUNS = command('DELETE FROM agent_runs WHERE id = ANY($1::uuid[])');

/** Runs of agents, as people begin, read and steer them. Questions and answers are sealed, each text for its row. */
export class AgentRunStore extends SealedStore {
  protected readonly contents = 'runs of agents';

  /**
   * Stores a run that somebody begins, with whatever `within` does in the same transaction. If there is a run with its id, neither is done.
   *
   * @throws TooManyAgentRuns where the workspace has `maxOpen` that have not ended
   */
  async create(run: NewAgentRun, maxOpen: number, within: Within): Promise<void> {
    const { organizationId, workspaceId } = run;
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      // One at a time for each workspace, so that the count holds.
      await TAKE_TURN.run(sql, [workspaceId]);
      const { open } = await COUNT_OPEN.one(sql, [organizationId, workspaceId]);
      if (open >= maxOpen) throw new TooManyAgentRuns();
      if (await this.createWithin(sql, run)) await within(sql);
    });
  }

  /** Stores a run within a transaction, whatever the number of open ones. False, and nothing is done, if there is one with its id. */
  async createWithin(sql: Sql, run: NewAgentRun): Promise<boolean> {
    const { agentId, clientAddress, id, identity, organizationId, userId, version, workflowStepId, workspaceId } = run;
    return CREATE_WITHIN.matches(sql, [
      id,
      organizationId,
      workspaceId,
      agentId,
      version,
      userId,
      JSON.stringify(identity),
      clientAddress,
      this.boxOrThrow().seal(run.input, agentInputOf(id)),
      workflowStepId ?? null,
      run.usesCache ?? true,
    ]);
  }

  /** Counts the runs of a workspace that have not ended, without those of agents that others call. */
  async countOpen({ organizationId, workspaceId }: WorkspaceAddress): Promise<number> {
    const [row] = await COUNT_OPEN_OUTSIDE.rows(this.access, [organizationId, workspaceId]);
    return row?.open ?? 0;
  }

  /** Undefined for another tenant's, and for what is no id. */
  async find(organizationId: string, id: string): Promise<AgentRunRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row;
  }

  /** Reads the input and the answer of a run; undefined if it is gone. */
  async readContent(id: string): Promise<AgentRunContent | undefined> {
    const [row] = await READ_CONTENT.rows(this.access, [id]);
    if (row === undefined) return undefined;
    const box = this.boxOrThrow();
    const output = row.output === null ? null : box.open(row.output, agentOutputOf(id));
    return { input: box.open(row.input, agentInputOf(id)), output };
  }

  /** Runs that people or requests began, newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    { agentId, status, userId }: AgentRunFilters,
    { cursor, limit }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<AgentRunRecord>> {
    const rows = await LIST_PAGE.rows(this.access, [
      organizationId,
      workspaceId,
      cursor === undefined ? null : decodeCursor(cursor),
      agentId ?? null,
      status ?? null,
      userId ?? null,
      limit + 1,
    ]);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** Lists the steps of a run, in order. */
  async listSteps(runId: string): Promise<AgentStepRecord[]> {
    const rows = await LIST_STEPS.rows(this.access, [runId]);
    const box = this.boxOrThrow();
    return rows.map(({ contentSealed, resultSealed, ...step }) => ({
      ...step,
      content: box.open(contentSealed, agentStepOf(runId, step.position)),
      result: resultSealed === null ? null : box.open(resultSealed, agentStepOf(runId, step.position)),
    }));
  }

  /** The calls that wait for a person in a root run and the runs below it. */
  async listWaiting(rootId: string): Promise<WaitingAgentCall[]> {
    const rows = await LIST_WAITING.rows(this.access, [rootId]);
    const box = this.boxOrThrow();
    return rows.map(({ sealed, ...call }) => ({
      ...call,
      content: box.open(sealed, agentStepOf(call.runId, call.position)),
    }));
  }

  /** Ends a run that has not ended, and those below it, with whatever `within` does in the same transaction. False if there is none such. */
  async cancel(rootId: string, within: Within): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const ended = await cancelAgentRuns(sql, [rootId]);
      if (ended.length === 0) return false;
      await within(sql);
      return true;
    });
  }

  /**
   * Decides about a call that waits for it. `resume` queues a run that waits, in the same transaction; one that runs finds the decision
   * by itself. False if no such call waits.
   */
  async decide(
    { decidedBy, position, rejection, rootId, runId }: ApprovalDecision,
    within: Within,
    resume: Within,
  ): Promise<boolean> {
    const result = rejection === undefined ? null : this.boxOrThrow().seal(rejection, agentStepOf(runId, position));
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const [open] = await LOCK_ROOT.rows(sql, [rootId]);
      if (open === undefined) return false;
      if (!(await DECIDE.matches(sql, [runId, position, decidedBy, result]))) return false;
      await within(sql);
      await NOTE_DECISION.run(sql, [rootId]);
      if (open.status !== 'awaiting_approval') return true;
      await RESUME.run(sql, [rootId]);
      await resume(sql);
      return true;
    });
  }

  /** Removes runs that ended before a moment, with what `within` removes of them. Resolves to their number. */
  async removeEnded(
    before: Date,
    limit: number,
    within: (sql: Sql, ids: readonly string[]) => Promise<unknown>,
  ): Promise<number> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      const rows = await FIND_ENDED.rows(sql, [before, limit]);
      const ids = rows.map(({ id }: { id: string }) => id);
      if (ids.length === 0) return 0;
      await within(sql, ids);
      await REMOVE_RUNS.run(sql, [ids]);
      return ids.length;
    });
  }
}
