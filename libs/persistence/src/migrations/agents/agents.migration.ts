import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Agents of workspaces with their versions, their runs, and what each run did. Questions of people and answers of
 * models and tools are sealed. `fence` of a root run is the worker's that writes it and the runs below it.
 */
const AGENTS = `
CREATE TABLE agents (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_agents PRIMARY KEY (id),
  CONSTRAINT uq_agents__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_agents__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_agents__workspace_id ON agents (organization_id, workspace_id, id);

CREATE TABLE agent_versions (
  agent_id uuid NOT NULL,
  version integer NOT NULL,
  definition jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_agent_versions PRIMARY KEY (agent_id, version),
  CONSTRAINT fk_agent_versions__agent_id FOREIGN KEY (agent_id) REFERENCES agents (id) ON DELETE CASCADE
);

CREATE TABLE agent_runs (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  version integer NOT NULL,
  root_id uuid NOT NULL,
  parent_id uuid,
  parent_position integer,
  depth integer NOT NULL,
  user_id uuid,
  identity jsonb NOT NULL,
  client_address text,
  status text NOT NULL DEFAULT 'queued',
  stop_reason text,
  error_code text,
  input_sealed text NOT NULL,
  output_sealed text,
  fence integer NOT NULL DEFAULT 0,
  has_decision boolean NOT NULL DEFAULT false,
  active_ms bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  alive_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_agent_runs PRIMARY KEY (id),
  CONSTRAINT uq_agent_runs__parent_position UNIQUE (parent_id, parent_position),
  CONSTRAINT fk_agent_runs__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_agent_runs__version FOREIGN KEY (agent_id, version)
    REFERENCES agent_versions (agent_id, version) ON DELETE CASCADE,
  CONSTRAINT fk_agent_runs__parent_id FOREIGN KEY (parent_id) REFERENCES agent_runs (id) ON DELETE CASCADE,
  CONSTRAINT ck_agent_runs__status CHECK (status IN
    ('queued', 'running', 'awaiting_approval', 'completed', 'incomplete', 'failed', 'cancelled'))
);
CREATE INDEX ix_agent_runs__workspace_id ON agent_runs (organization_id, workspace_id, id);
CREATE INDEX ix_agent_runs__agent_id ON agent_runs (agent_id, version, id);
CREATE INDEX ix_agent_runs__root_id ON agent_runs (root_id);
CREATE INDEX ix_agent_runs__open ON agent_runs (alive_at) WHERE status IN ('queued', 'running');
CREATE INDEX ix_agent_runs__completed_at ON agent_runs (completed_at) WHERE completed_at IS NOT NULL;

CREATE TABLE agent_run_steps (
  run_id uuid NOT NULL,
  position integer NOT NULL,
  kind text NOT NULL,
  name text,
  status text NOT NULL,
  is_error boolean NOT NULL DEFAULT false,
  content_sealed text NOT NULL,
  result_sealed text,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  cost_usd double precision,
  tool_calls integer NOT NULL DEFAULT 0,
  request_id text,
  decided_by text,
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT pk_agent_run_steps PRIMARY KEY (run_id, position),
  CONSTRAINT fk_agent_run_steps__run_id FOREIGN KEY (run_id) REFERENCES agent_runs (id) ON DELETE CASCADE,
  CONSTRAINT ck_agent_run_steps__kind CHECK (kind IN ('model', 'tool')),
  CONSTRAINT ck_agent_run_steps__status CHECK (status IN ('due', 'awaiting_approval', 'finished', 'skipped'))
);
`;

export class Agents implements MigrationInterface {
  readonly name = 'Agents1795602300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AGENTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
