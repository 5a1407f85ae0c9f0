import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import type { AgentRunEnd, AgentRunHold, AgentRunToWork, NewAgentStep } from '../records/agent.js';
import { command, statement } from '../statements/statement.js';
import { AGENT_RUN_COLUMNS, agentInputOf, agentOutputOf, agentStepOf } from './agent-run-rows.js';

type Within = (sql: Sql) => Promise<unknown>;

/** A call of an agent, which is a run below another one. */
export interface ChildRun {
  readonly position: number;
  readonly agentId: string;
  readonly input: string;
}

export interface FinishedCall {
  readonly position: number;
  readonly result: string;
  readonly isError: boolean;
  readonly startedAt: Date;
  /** Tokens of the agent that was called. */
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  readonly costUsd?: number | null | undefined;
  readonly toolCalls?: number | undefined;
}

type FoundRun = Omit<AgentRunToWork, 'input'> & { readonly inputSealed: string };
const find = (condition: string) =>
  statement<FoundRun>(
    { ...AGENT_RUN_COLUMNS.types, definition: 'jsonb', inputSealed: 'text' },
    `SELECT found.*, versions.definition, whole.input_sealed AS "inputSealed"
    FROM (SELECT ${AGENT_RUN_COLUMNS.sql} WHERE ${condition}) found
    JOIN agent_runs whole ON whole.id = found.id
    JOIN agent_versions versions ON versions.agent_id = whole.agent_id AND versions.version = whole.version`,
  );
const FIND = find('run.id = $1');
const FIND_CHILD = find('run.parent_id = $1 AND run.parent_position = $2');
const TAKE = statement(
  { fence: 'integer' },
  `UPDATE agent_runs SET status = 'running', fence = fence + 1, has_decision = false, started_at = coalesce(started_at, now()), alive_at = now()
   WHERE id = $1 AND parent_id IS NULL AND status IN ('queued', 'running') RETURNING fence`,
);
const RESUME = command(
  `UPDATE agent_runs SET status = 'running', stop_reason = NULL WHERE id = $1 AND completed_at IS NULL`,
);
const ADD_CHILD =
  command(`INSERT INTO agent_runs (id, organization_id, workspace_id, agent_id, version, root_id, parent_id, parent_position, depth,
     user_id, identity, client_address, uses_cache, status, input_sealed, started_at)
   SELECT $1, parent.organization_id, parent.workspace_id, agent.id, agent.version, parent.root_id, parent.id, $3,
     parent.depth + 1, parent.user_id, parent.identity, parent.client_address, parent.uses_cache, 'running', $5, now()
     FROM agent_runs parent JOIN agents agent ON agent.workspace_id = parent.workspace_id AND agent.id = $4
    WHERE parent.id = $2`);
const ADD_STEPS =
  command(`INSERT INTO agent_run_steps (run_id, position, kind, name, status, is_error, content_sealed, result_sealed, prompt_tokens,
     completion_tokens, cost_usd, request_id, started_at, finished_at)
   VALUES ($1, $2, $3, $4, $5::text, $6, $7, $8, $9, $10, $11, $12, $13,
     CASE WHEN $5 = 'finished' THEN clock_timestamp() ELSE NULL END)`);
const FINISH_CALL =
  command(`UPDATE agent_run_steps SET status = 'finished', result_sealed = $3, is_error = $4, started_at = $5, prompt_tokens = $6,
    completion_tokens = $7, cost_usd = $8, tool_calls = $9, finished_at = clock_timestamp()
   WHERE run_id = $1 AND position = $2 AND status = 'due'`);
const END =
  command(`UPDATE agent_runs SET status = $2, stop_reason = $3, error_code = $4, output_sealed = $5, completed_at = now()
   WHERE id = $1`);
const SKIP_REST = command(`UPDATE agent_run_steps SET status = 'skipped' WHERE run_id = $1 AND status <> 'finished'`);
const CANCEL_BELOW =
  command(`UPDATE agent_runs SET status = 'cancelled', stop_reason = 'cancelled', completed_at = now()
   WHERE root_id = $1 AND completed_at IS NULL`);
const TAKE_DECISION = statement(
  { hasDecision: 'boolean' },
  `UPDATE agent_runs waiting SET has_decision = false FROM agent_runs before
   WHERE waiting.id = $1 AND before.id = waiting.id RETURNING before.has_decision AS "hasDecision"`,
);
const WAIT = command(
  `UPDATE agent_runs SET status = 'awaiting_approval', stop_reason = 'awaiting_approval' WHERE id = $1`,
);
const FIND_LOST = statement(
  { id: 'uuid', fence: 'integer' },
  `UPDATE agent_runs SET alive_at = now() WHERE id = ANY($1::uuid[]) AND completed_at IS NULL RETURNING id, fence`,
);
const TAKE_STALE = statement(
  { id: 'uuid', workspaceId: 'uuid' },
  `UPDATE agent_runs SET alive_at = now() WHERE id IN (SELECT id FROM agent_runs
     WHERE status IN ('queued', 'running') AND parent_id IS NULL AND alive_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING id, workspace_id AS "workspaceId"`,
);
const WRITE = command(
  `UPDATE agent_runs SET alive_at = now() WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`,
);

/**
 * The work on runs of agents. A worker takes a root run with a fence, and every later write to it and to the runs below
 * it names that: an older worker's changes nothing, and is told so. The writes of a step are durable before the next
 * one begins.
 */
export class AgentWorkStore extends SealedStore {
  protected readonly contents = 'runs of agents';

  /** Takes a root run that has not ended and waits for nobody. Undefined if there is none such. */
  async take(id: string): Promise<{ readonly run: AgentRunToWork; readonly hold: AgentRunHold } | undefined> {
    const [taken] = await TAKE.rows(this.access, [id]);
    if (taken === undefined) return undefined;
    const run = await this.read(FIND, [id]);
    return run && { run, hold: { rootId: id, fence: taken.fence } };
  }

  /** The run of an agent that a call asks for: the one that was begun before, if there is one. Undefined if the root is another worker's, or the agent is gone. */
  async takeChild(hold: AgentRunHold, parent: AgentRunToWork, child: ChildRun): Promise<AgentRunToWork | undefined> {
    const find = () => this.read(FIND_CHILD, [parent.id, child.position]);
    const known = await find();
    if (known !== undefined) {
      const isHeld = await this.write(hold, (sql) => RESUME.run(sql, [known.id]));
      return isHeld ? find() : undefined;
    }
    const id = newId();
    const sealed = this.boxOrThrow().seal(child.input, agentInputOf(id));
    const isHeld = await this.write(hold, (sql) =>
      ADD_CHILD.run(sql, [id, parent.id, child.position, child.agentId, sealed]),
    );
    return isHeld ? find() : undefined;
  }

  /**
   * Adds steps to a run from a position on, and the time it has worked, with whatever `within` does in the same transaction. False if the
   * root is another worker's, or has ended.
   */
  addSteps(
    hold: AgentRunHold,
    run: { readonly id: string; readonly activeMs: number },
    from: number,
    steps: readonly NewAgentStep[],
    within: Within,
  ): Promise<boolean> {
    const box = this.boxOrThrow();
    return this.write(hold, async (sql) => {
      for (const [at, step] of steps.entries()) {
        const position = from + at;
        const seal = (text: string): string => box.seal(text, agentStepOf(run.id, position));
        const {
          completionTokens = 0,
          content,
          costUsd = null,
          isError,
          kind,
          name,
          promptTokens = 0,
          requestId = null,
        } = step;
        await ADD_STEPS.run(sql, [
          run.id,
          position,
          kind,
          name,
          step.status,
          isError,
          seal(content),
          step.result === null ? null : seal(step.result),
          promptTokens,
          completionTokens,
          costUsd,
          requestId,
          step.startedAt,
        ]);
      }
      await setActive(sql, run);
      await within(sql);
    });
  }

  /** Writes the result of a call. False if the root is another worker's, or has ended. */
  finishCall(
    hold: AgentRunHold,
    run: { readonly id: string; readonly activeMs: number },
    call: FinishedCall,
    within: Within,
  ): Promise<boolean> {
    const {
      completionTokens = 0,
      costUsd = null,
      isError,
      position,
      promptTokens = 0,
      startedAt,
      toolCalls = 0,
    } = call;
    const sealed = this.boxOrThrow().seal(call.result, agentStepOf(run.id, position));
    return this.write(hold, async (sql) => {
      await FINISH_CALL.run(sql, [
        run.id,
        position,
        sealed,
        isError,
        startedAt,
        promptTokens,
        completionTokens,
        costUsd,
        1 + toolCalls,
      ]);
      await setActive(sql, run);
      await within(sql);
    });
  }

  /** Ends a run. False if the root is another worker's, or has ended. */
  end(
    hold: AgentRunHold,
    run: { readonly id: string; readonly activeMs: number },
    { errorCode, output, status, stopReason }: AgentRunEnd,
    within: Within,
  ): Promise<boolean> {
    const sealed = output === null ? null : this.boxOrThrow().seal(output, agentOutputOf(run.id));
    return this.write(hold, async (sql) => {
      await setActive(sql, run);
      await END.run(sql, [run.id, status, stopReason, errorCode, sealed]);
      await SKIP_REST.run(sql, [run.id]);
      // Agents that it called and that have no end, such as one that waits, end with it.
      if (run.id === hold.rootId) {
        await CANCEL_BELOW.run(sql, [run.id]);
      }
      await within(sql);
    });
  }

  /**
   * Has a run wait for approvals. `decided`, and nothing is written: somebody has decided about a call meanwhile. `lost`: the root is
   * another worker's, or has ended.
   */
  async wait(
    hold: AgentRunHold,
    run: { readonly id: string; readonly activeMs: number },
    within: Within,
  ): Promise<'waits' | 'decided' | 'lost'> {
    let hasDecision = false;
    const isHeld = await this.write(hold, async (sql) => {
      await setActive(sql, run);
      if (run.id === hold.rootId) {
        const rows = await TAKE_DECISION.rows(sql, [run.id]);
        hasDecision = rows[0]?.hasDecision === true;
      }
      if (hasDecision) return;
      await WAIT.run(sql, [run.id]);
      await within(sql);
    });
    if (!isHeld) return 'lost';
    return hasDecision ? 'decided' : 'waits';
  }

  /**
   * Finds the root runs that no longer have that fence: they were cancelled, or taken over. The others are noted as
   * alive.
   */
  async findLost(running: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await FIND_LOST.rows(this.access, [[...running.keys()]]);
    const found = new Map(rows.map(({ fence, id }) => [id, fence]));
    return [...running].flatMap(([id, fence]) => (found.get(id) === fence ? [] : [id]));
  }

  /** Root runs that nobody has worked on since a moment: their jobs wait, or are gone. Each is given to one caller. */
  async takeStale(
    before: Date,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
    return TAKE_STALE.rows(this.access, [before, limit]);
  }

  private async read(found: typeof FIND, values: unknown[]): Promise<AgentRunToWork | undefined> {
    const [row] = await found.rows(this.access, values);
    if (row === undefined) return undefined;
    const { inputSealed, ...run } = row;
    return { ...run, input: this.boxOrThrow().open(inputSealed, agentInputOf(run.id)) };
  }

  /** Runs `work` while no other worker can take the root. False, and nothing is written, if one has, or the root has ended. */
  private write({ fence, rootId }: AgentRunHold, work: Within): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await WRITE.matches(sql, [rootId, fence]))) return false;
      await work(sql);
      return true;
    });
  }
}

const SET_ACTIVE = command('UPDATE agent_runs SET active_ms = $2 WHERE id = $1');

function setActive(sql: Sql, { activeMs, id }: { readonly id: string; readonly activeMs: number }): Promise<unknown> {
  return SET_ACTIVE.run(sql, [id, Math.round(activeMs)]);
}
