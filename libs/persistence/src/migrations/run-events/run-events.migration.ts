import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of runs of agents and workflows, in order. Contents are sealed. The runs themselves are in several tables, so
 * there is no foreign key to them: whoever removes a run removes its events.
 */
const RUN_EVENTS = `
CREATE TABLE run_events (
  run_id uuid NOT NULL,
  seq bigint NOT NULL,
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_run_events PRIMARY KEY (run_id, seq),
  CONSTRAINT fk_run_events__workspace_id FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
);
CREATE INDEX ix_run_events__workspace_id ON run_events (workspace_id);
`;

export class RunEvents implements MigrationInterface {
  readonly name = 'RunEvents1795602100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RUN_EVENTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
