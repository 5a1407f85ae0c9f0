import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Runs of agents that a client of A2A began: whose they are, and which of them belong together. Their texts are in the
 * run, sealed.
 */
const AGENT_TASKS = `
CREATE TABLE agent_tasks (
  run_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  owner text NOT NULL,
  context_id text NOT NULL,
  message_id text NOT NULL,
  turns integer NOT NULL,
  CONSTRAINT pk_agent_tasks PRIMARY KEY (run_id),
  CONSTRAINT fk_agent_tasks__run_id FOREIGN KEY (run_id) REFERENCES agent_runs (id) ON DELETE CASCADE
);
CREATE INDEX ix_agent_tasks__owner ON agent_tasks (agent_id, owner, run_id);
CREATE INDEX ix_agent_tasks__context_id ON agent_tasks (agent_id, owner, context_id, run_id);
`;

export class AgentTasks implements MigrationInterface {
  readonly name = 'AgentTasks1795810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AGENT_TASKS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
