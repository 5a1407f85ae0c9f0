import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import type { Sql } from '../connection/connection.js';
import type { DueEvalSuite } from '../records/eval.js';

/** Sealing purpose of a suite's webhook address. */
export const suiteWebhookOf = (id: string): string => `eval_suite_webhook ${id}`;

/** The schedules of suites, as workers fire them. */
export class EvalScheduleStore extends SealedStore {
  protected readonly contents = 'evaluations';

  /** Suites that are due: first those that have waited longest. */
  async findDue(limit: number): Promise<DueEvalSuite[]> {
    const rows = await this.query<Omit<DueEvalSuite, 'definition'> & { readonly definition: string }>(
      `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId", definition, cron, timezone,
          schedule_max_cost_usd AS "maxCostUsd", next_run_at AS "dueAt", run_as AS "runAs", run_as_user_id AS "userId"
         FROM eval_suites WHERE next_run_at <= now() AND cron IS NOT NULL ORDER BY next_run_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({ ...row, definition: parseBoundedJson(row.definition) as object }));
  }

  /**
   * Takes a time of a schedule, within a transaction, and notes the next one. False if another process has taken it, or somebody has
   * changed the schedule.
   *
   * @param problem why no run begins; null: one does
   */
  async take(
    sql: Sql,
    { dueAt, id }: Pick<DueEvalSuite, 'id' | 'dueAt'>,
    nextRunAt: Date | null,
    problem: string | null,
  ): Promise<boolean> {
    const { rows } = await sql.executeSql(
      'UPDATE eval_suites SET next_run_at = $3, schedule_problem = $4 WHERE id = $1 AND next_run_at = $2 RETURNING id',
      [id, dueAt, nextRunAt, problem],
    );
    return rows.length > 0;
  }

  /** True if a run that the schedule of a suite began has not ended. */
  async isUnderWay(sql: Sql, suiteId: string): Promise<boolean> {
    const { rows } = await sql.executeSql(
      `SELECT 1 FROM eval_runs WHERE suite_id = $1 AND trigger = 'schedule' AND status IN ('queued', 'running') LIMIT 1`,
      [suiteId],
    );
    return rows.length > 0;
  }

  /** Finds the address for regressions of a suite; undefined if it names none. @throws SecretBoxError */
  async findWebhook(suiteId: string): Promise<string | undefined> {
    const [row] = await this.query<{ sealed: string | null }>(
      'SELECT webhook_sealed AS sealed FROM eval_suites WHERE id = $1',
      [suiteId],
    );
    return row?.sealed ? this.boxOrThrow().open(row.sealed, suiteWebhookOf(suiteId)) : undefined;
  }
}
