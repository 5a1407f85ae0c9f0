import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Schedules of evaluation suites: when they run, as whom, and the address that is told of a regression. The address is
 * sealed, since it may hold a secret. A run that a schedule began has the time as its key, so that no time is fired
 * twice.
 */
const EVAL_SCHEDULES = `
ALTER TABLE eval_runs
  ADD COLUMN trigger text NOT NULL DEFAULT 'manual',
  ADD COLUMN trigger_key text,
  ADD CONSTRAINT uq_eval_runs__trigger_key UNIQUE (suite_id, trigger_key),
  ADD CONSTRAINT ck_eval_runs__trigger CHECK (trigger IN ('manual', 'schedule'));

ALTER TABLE eval_suites
  ADD COLUMN cron text,
  ADD COLUMN timezone text,
  ADD COLUMN schedule_max_cost_usd double precision,
  ADD COLUMN next_run_at timestamptz,
  ADD COLUMN run_as jsonb,
  ADD COLUMN run_as_user_id uuid,
  ADD COLUMN schedule_problem text,
  ADD COLUMN baseline_run_id uuid,
  ADD COLUMN webhook_receiver text,
  ADD COLUMN webhook_sealed text,
  ADD CONSTRAINT fk_eval_suites__baseline_run_id FOREIGN KEY (baseline_run_id) REFERENCES eval_runs (id) ON DELETE SET NULL;
CREATE INDEX ix_eval_suites__baseline_run_id ON eval_suites (baseline_run_id);
CREATE INDEX ix_eval_suites__next_run_at ON eval_suites (next_run_at) WHERE next_run_at IS NOT NULL;
`;

export class EvalSchedules implements MigrationInterface {
  readonly name = 'EvalSchedules1795720001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVAL_SCHEDULES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
