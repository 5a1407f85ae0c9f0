import { SealedStore } from '../background/sealed-store.js';
import type { Sql } from '../connection/connection.js';
import { InvalidCursorError } from '../database-error.js';
import { isId } from '../ids/new-id.js';
import type { AgentTaskFilters, AgentTaskRecord, AgentTaskScope, NewAgentTask } from '../records/agent-task.js';
import { command, statement } from '../statements/statement.js';
import { AGENT_RUN_COLUMNS, agentInputOf, agentOutputOf } from './agent-run-rows.js';

const STATE = `CASE WHEN run.status = 'queued' AND run.started_at IS NULL THEN 'submitted'
    WHEN run.status IN ('queued', 'running') THEN 'working' WHEN run.status = 'awaiting_approval' THEN 'waiting'
    WHEN run.status = 'incomplete' THEN 'failed' ELSE run.status END`;
/** In whole milliseconds, as cursors have it. */
const CHANGED_AT = "date_trunc('milliseconds', coalesce(run.completed_at, run.started_at, run.created_at))";
const COLUMNS = {
  sql: `task.context_id AS "contextId", task.message_id AS "messageId", task.turns,
  ${STATE} AS state, ${CHANGED_AT} AS "changedAt", ${AGENT_RUN_COLUMNS.sql} JOIN agent_tasks task ON task.run_id = run.id`,
  types: {
    ...AGENT_RUN_COLUMNS.types,
    contextId: 'text',
    messageId: 'text',
    turns: 'integer',
    state: 'text',
    changedAt: 'timestamptz',
  },
} as const;
const SCOPE = 'run.organization_id = $1 AND run.workspace_id = $2 AND task.agent_id = $3 AND task.owner = $4';

export interface AgentTaskPage {
  readonly data: readonly AgentTaskRecord[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
  /** All that fit the filters. */
  readonly total: number;
}

/** An answered question of a context. */
export interface AgentTurnRecord extends Pick<NewAgentTask, 'turns'> {
  readonly input: string;
  /** JSON. */
  readonly output: string;
}

const CREATE_WITHIN = command(
  'INSERT INTO agent_tasks (run_id, agent_id, owner, context_id, message_id, turns) VALUES ($1, $2, $3, $4, $5, $6)',
);
const FIND = statement<AgentTaskRecord>(COLUMNS.types, `SELECT ${COLUMNS.sql} WHERE ${SCOPE} AND run.id = $5`);
const FILTERS = `${SCOPE} AND ($5::text IS NULL OR task.context_id = $5) AND ($6::text IS NULL OR ${STATE} = $6)
  AND ($7::timestamptz IS NULL OR ${CHANGED_AT} >= $7)`;
const LIST_PAGE = statement<AgentTaskRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} WHERE ${FILTERS} AND ($8::timestamptz IS NULL OR (${CHANGED_AT}, run.id) < ($8, $9::uuid))
   ORDER BY ${CHANGED_AT} DESC, run.id DESC LIMIT $10`,
);
const COUNT = statement(
  { total: 'integer' },
  `SELECT count(*)::int AS total FROM agent_tasks task JOIN agent_runs run ON run.id = task.run_id WHERE ${FILTERS}`,
);
const FIND_LAST_TURN = statement<AgentTurnRecord & { readonly id: string }>(
  { id: 'uuid', turns: 'integer', input: 'text', output: 'text' },
  `SELECT run.id, task.turns, run.input_sealed AS input, run.output_sealed AS output
    FROM agent_tasks task JOIN agent_runs run ON run.id = task.run_id
   WHERE ${SCOPE} AND task.context_id = $5 AND run.status = 'completed' AND run.output_sealed IS NOT NULL
   ORDER BY run.completed_at DESC, run.id DESC LIMIT 1`,
);

/** Tasks of clients of A2A. Those of another owner, agent or tenant, and texts that are no ids, find nothing. */
export class AgentTaskStore extends SealedStore {
  protected readonly contents = 'tasks of agents';

  /** Makes a run a task, in the transaction that stores the run. */
  async createWithin(sql: Sql, runId: string, { agentId, owner }: AgentTaskScope, task: NewAgentTask): Promise<void> {
    await CREATE_WITHIN.run(sql, [runId, agentId, owner, task.contextId, task.messageId, task.turns]);
  }

  async find(scope: AgentTaskScope, id: string): Promise<AgentTaskRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [...valuesOf(scope), id]);
    return row;
  }

  /** Those that changed last come first. @throws InvalidCursorError */
  async listPage(
    scope: AgentTaskScope,
    { changedSince, contextId, state }: AgentTaskFilters,
    { cursor, limit }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<AgentTaskPage> {
    const after = cursor === undefined ? undefined : decodeTaskCursor(cursor);
    const values = [...valuesOf(scope), contextId ?? null, state ?? null, changedSince ?? null];
    const rows = await LIST_PAGE.rows(this.access, [...values, after?.changedAt ?? null, after?.id ?? null, limit + 1]);
    const [count] = await COUNT.rows(this.access, values);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    return {
      data,
      nextCursor: rows.length > limit && last ? encodeTaskCursor(last) : undefined,
      total: count?.total ?? 0,
    };
  }

  /** The task of a context that was completed last; undefined if there is none. */
  async findLastTurn(scope: AgentTaskScope, contextId: string): Promise<AgentTurnRecord | undefined> {
    const [row] = await FIND_LAST_TURN.rows(this.access, [...valuesOf(scope), contextId]);
    if (row === undefined) return undefined;
    const { id, input, output, turns } = row;
    const box = this.boxOrThrow();
    return { input: box.open(input, agentInputOf(id)), output: box.open(output, agentOutputOf(id)), turns };
  }
}

/** The cursor of the page that follows a task, opaque. */
export function encodeTaskCursor({ changedAt, id }: Pick<AgentTaskRecord, 'changedAt' | 'id'>): string {
  return Buffer.from(`${changedAt.getTime()} ${id}`).toString('base64url');
}

/** @throws InvalidCursorError */
function decodeTaskCursor(cursor: string): Pick<AgentTaskRecord, 'changedAt' | 'id'> {
  const [, time, id = ''] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const read = { changedAt: new Date(Number(time)), id };
  if (time === undefined || !isId(id) || encodeTaskCursor(read) !== cursor) throw new InvalidCursorError();
  return read;
}

function valuesOf({ agentId, organizationId, owner, workspaceId }: AgentTaskScope): unknown[] {
  return [organizationId, workspaceId, agentId, owner];
}
