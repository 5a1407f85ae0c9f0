import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds evaluations that ended long ago. */
const EVAL_RETENTION = `
CREATE INDEX ix_eval_runs__completed_at ON eval_runs (completed_at) WHERE completed_at IS NOT NULL;
`;

export class EvalRetention implements MigrationInterface {
  readonly name = 'EvalRetention1795720002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVAL_RETENTION);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
