import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs of workflows that an evaluation makes (`uses_cache` is false) ask models without the cache: each repeat is an answer of its own. */
const EVAL_WORKFLOWS = `
ALTER TABLE workflow_runs ADD COLUMN uses_cache boolean NOT NULL DEFAULT true;
`;

export class EvalWorkflows implements MigrationInterface {
  readonly name = 'EvalWorkflows1795720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVAL_WORKFLOWS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
