import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import type { EvalResult, EvalRunEnd, EvalRunToWork } from '../records/eval.js';
import { command, statement } from '../statements/statement.js';
import { EVAL_RUN_COLUMNS, type EvalRunRow, evalResultOf, evalRunOf } from './eval-run-rows.js';

/** Run, and the fence of the worker that writes. */
export type EvalRunHold = Pick<EvalRunToWork, 'id' | 'fence'>;

const TAKE =
  command(`UPDATE eval_runs SET status = 'running', fence = fence + 1, started_at = coalesce(started_at, now()), alive_at = now()
   WHERE id = $1 AND status IN ('queued', 'running')`);
const FIND = statement<
  EvalRunRow & { readonly identity: object; readonly clientAddress: string | null; readonly fence: number }
>(
  { ...EVAL_RUN_COLUMNS.types, identity: 'jsonb', clientAddress: 'text?', fence: 'integer' },
  `SELECT found.*, whole.identity, whole.client_address AS "clientAddress", whole.fence
   FROM (SELECT ${EVAL_RUN_COLUMNS.sql} WHERE run.id = $1) found JOIN eval_runs whole ON whole.id = found.id`,
);
const LIST_DONE = statement(
  { target: 'integer', position: 'integer', repeat: 'integer' },
  'SELECT target, position, repeat FROM eval_results WHERE run_id = $1',
);
const HOLD_RUN = command(
  `UPDATE eval_runs SET alive_at = now() WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`,
);
const ADD_RESULTS =
  command(`INSERT INTO eval_results (run_id, target, position, repeat, status, score, latency_ms, prompt_tokens, completion_tokens,
     cost_usd, judge_cost_usd, error_code, request_id, content_sealed, grade_marks)
   SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::float8[], $7::int[], $8::bigint[], $9::bigint[],
     $10::float8[], $11::float8[], $12::text[], $13::text[], $14::text[], $15::text[])
   ON CONFLICT (run_id, target, position, repeat) DO NOTHING`);
const END = command(`UPDATE eval_runs SET status = $3, error_code = $4, error_message = $5, completed_at = now()
   WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`);
const FIND_LOST = statement(
  { id: 'uuid', fence: 'integer' },
  `UPDATE eval_runs SET alive_at = now() WHERE id = ANY($1::uuid[]) AND status = 'running' RETURNING id, fence`,
);
const TAKE_STALE = statement(
  { id: 'uuid', workspaceId: 'uuid' },
  `UPDATE eval_runs SET alive_at = now() WHERE id IN (SELECT id FROM eval_runs
     WHERE status IN ('queued', 'running') AND alive_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
   RETURNING id, workspace_id AS "workspaceId"`,
);

/**
 * The work on evaluations. A worker takes a run with a fence, which every later write names: an older worker's changes nothing, and is told
 * so. A result is stored once, under its target, case and repeat.
 */
export class EvalWorkStore extends SealedStore {
  protected readonly contents = 'evaluations';

  /** Takes a run that has not ended. Undefined if there is none such. */
  async take(id: string): Promise<EvalRunToWork | undefined> {
    const isTaken = await TAKE.matches(this.access, [id]);
    if (!isTaken) return undefined;
    const [row] = await FIND.rows(this.access, [id]);
    return row && evalRunOf(row);
  }

  /** Lists the results that a run has, as `[target, position, repeat]`. */
  async listDone(id: string): Promise<readonly (readonly [target: number, position: number, repeat: number])[]> {
    const rows = await LIST_DONE.rows(this.access, [id]);
    return rows.map(({ position, repeat, target }) => [target, position, repeat] as const);
  }

  /** Stores results. One that is there stays. False, and nothing is stored, if the run is another worker's, or has ended. */
  addResults({ fence, id }: EvalRunHold, results: readonly EvalResult[]): Promise<boolean> {
    const box = this.boxOrThrow();
    const sealed = results.map(({ content, position, repeat, target }) =>
      box.seal(content, evalResultOf(id, target, position, repeat)),
    );
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await HOLD_RUN.matches(sql, [id, fence]))) return false;
      await ADD_RESULTS.run(sql, [
        id,
        results.map(({ target }) => target),
        results.map(({ position }) => position),
        results.map(({ repeat }) => repeat),
        results.map(({ status }) => status),
        results.map(({ score }) => score),
        results.map(({ latencyMs }) => Math.round(latencyMs)),
        results.map(({ promptTokens }) => promptTokens),
        results.map(({ completionTokens }) => completionTokens),
        results.map(({ costUsd }) => costUsd),
        results.map(({ judgeCostUsd }) => judgeCostUsd),
        results.map(({ errorCode }) => errorCode),
        results.map(({ requestId }) => requestId),
        sealed,
        results.map(({ gradeMarks }) => gradeMarks),
      ]);
      return true;
    });
  }

  /**
   * Ends a run. False if it is another worker's, or has ended.
   *
   * @param within done in the same transaction, if the run ends
   */
  end(
    { fence, id }: EvalRunHold,
    { errorCode, errorMessage, status }: EvalRunEnd,
    within?: (sql: Sql) => Promise<unknown>,
  ): Promise<boolean> {
    return this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (!(await END.matches(sql, [id, fence, status, errorCode, errorMessage]))) return false;
      await within?.(sql);
      return true;
    });
  }

  /**
   * Finds the runs that no longer have that fence: they were cancelled, or taken over. The others are noted as alive.
   */
  async findLost(running: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await FIND_LOST.rows(this.access, [[...running.keys()]]);
    const found = new Map((rows ?? []).map(({ fence, id }) => [id, fence]));
    return [...running].flatMap(([id, fence]) => (found.get(id) === fence ? [] : [id]));
  }

  /** Runs that nobody has worked on since a moment: their jobs wait, or are gone. Each is given to one caller. */
  async takeStale(
    before: Date,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
    const rows = await TAKE_STALE.rows(this.access, [before, limit]);
    return rows ?? [];
  }
}
