import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Runs of agents that steps of workflows began. There is no foreign key to the step: the run of an agent is kept when the workflow is
 * deleted, and whoever ends the step ends the run.
 */
const WORKFLOW_AGENTS = `
ALTER TABLE agent_runs ADD COLUMN workflow_step_id uuid;
CREATE INDEX ix_agent_runs__workflow_step_id ON agent_runs (workflow_step_id) WHERE workflow_step_id IS NOT NULL;
`;

export class WorkflowAgents implements MigrationInterface {
  readonly name = 'WorkflowAgents1795700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WORKFLOW_AGENTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
