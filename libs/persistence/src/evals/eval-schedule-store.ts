import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import type { Sql } from '../connection/connection.js';
import type { DueEvalSuite } from '../records/eval.js';
import { command, statement } from '../statements/statement.js';

/** Sealing purpose of a suite's webhook address. */
export const suiteWebhookOf = (id: string): string => `eval_suite_webhook ${id}`;

const FIND_DUE = statement<Omit<DueEvalSuite, 'definition'> & { readonly definition: string }>(
  {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    definition: 'text',
    cron: 'text',
    timezone: 'text',
    maxCostUsd: 'float8?',
    dueAt: 'timestamptz',
    runAs: 'jsonb',
    userId: 'uuid?',
  },
  `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId", definition, cron, timezone,
    schedule_max_cost_usd AS "maxCostUsd", next_run_at AS "dueAt", run_as AS "runAs", run_as_user_id AS "userId"
   FROM eval_suites WHERE next_run_at <= now() AND cron IS NOT NULL ORDER BY next_run_at LIMIT $1`,
);
const TAKE = command(
  'UPDATE eval_suites SET next_run_at = $3, schedule_problem = $4 WHERE id = $1 AND next_run_at = $2 RETURNING id',
);
const IS_UNDER_WAY = command(
  `SELECT 1 FROM eval_runs WHERE suite_id = $1 AND trigger = 'schedule' AND status IN ('queued', 'running') LIMIT 1`,
);
const FIND_WEBHOOK = statement({ sealed: 'text?' }, 'SELECT webhook_sealed AS sealed FROM eval_suites WHERE id = $1');

/** The schedules of suites, as workers fire them. */
export class EvalScheduleStore extends SealedStore {
  protected readonly contents = 'evaluations';

  /** Suites that are due: first those that have waited longest. */
  async findDue(limit: number): Promise<DueEvalSuite[]> {
    const rows = await FIND_DUE.rows(this.access, [limit]);
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
    return TAKE.matches(sql, [id, dueAt, nextRunAt, problem]);
  }

  /** True if a run that the schedule of a suite began has not ended. */
  async isUnderWay(sql: Sql, suiteId: string): Promise<boolean> {
    return IS_UNDER_WAY.matches(sql, [suiteId]);
  }

  /** Finds the address for regressions of a suite; undefined if it names none. @throws SecretBoxError */
  async findWebhook(suiteId: string): Promise<string | undefined> {
    const [row] = await FIND_WEBHOOK.rows(this.access, [suiteId]);
    return row?.sealed ? this.boxOrThrow().open(row.sealed, suiteWebhookOf(suiteId)) : undefined;
  }
}
