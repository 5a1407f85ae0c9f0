import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Workflows, their published versions, and their runs with one row for each step, and for each item of a `map` step
 * (`iteration`; -1: the step itself). Inputs of people and outputs of steps are sealed, each for its row.
 */
const WORKFLOWS = `
CREATE TABLE workflows (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  draft text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  published_version integer,
  enabled boolean NOT NULL DEFAULT true,
  cron text,
  timezone text,
  next_run_at timestamptz,
  run_as jsonb,
  hook_scheme text,
  hook_secrets_sealed text,
  hook_hints text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workflows PRIMARY KEY (id),
  CONSTRAINT uq_workflows__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_workflows__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_workflows__workspace_id ON workflows (organization_id, workspace_id, id);
CREATE INDEX ix_workflows__next_run_at ON workflows (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE workflow_versions (
  workflow_id uuid NOT NULL,
  version integer NOT NULL,
  definition text NOT NULL,
  published_by text,
  published_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workflow_versions PRIMARY KEY (workflow_id, version),
  CONSTRAINT fk_workflow_versions__workflow_id FOREIGN KEY (workflow_id) REFERENCES workflows (id) ON DELETE CASCADE
);

CREATE TABLE workflow_runs (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  version integer,
  definition text NOT NULL,
  trigger text NOT NULL,
  trigger_key text,
  identity jsonb NOT NULL,
  started_by text,
  dry_run boolean NOT NULL DEFAULT false,
  depth integer NOT NULL DEFAULT 0,
  parent_step_id uuid,
  rerun_of uuid,
  rerun_from text,
  status text NOT NULL DEFAULT 'pending',
  input_sealed text NOT NULL,
  output_sealed text,
  error_sealed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT pk_workflow_runs PRIMARY KEY (id),
  CONSTRAINT uq_workflow_runs__trigger_key UNIQUE (workflow_id, trigger_key),
  CONSTRAINT uq_workflow_runs__parent_step_id UNIQUE (parent_step_id),
  CONSTRAINT fk_workflow_runs__workflow_id FOREIGN KEY (workflow_id) REFERENCES workflows (id) ON DELETE CASCADE,
  CONSTRAINT fk_workflow_runs__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_workflow_runs__workspace_id ON workflow_runs (organization_id, workspace_id, id);
CREATE INDEX ix_workflow_runs__workflow_id ON workflow_runs (workflow_id, id);
CREATE INDEX ix_workflow_runs__open ON workflow_runs (created_at) WHERE status IN ('pending', 'running');
CREATE INDEX ix_workflow_runs__ended_at ON workflow_runs (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE workflow_steps (
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  iteration integer NOT NULL DEFAULT -1,
  status text NOT NULL DEFAULT 'pending',
  branch text,
  attempts integer NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  input_sealed text,
  output_sealed text,
  error_sealed text,
  decision text,
  decided_by text,
  due_at timestamptz NOT NULL DEFAULT now(),
  alive_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT pk_workflow_steps PRIMARY KEY (id),
  CONSTRAINT uq_workflow_steps__iteration UNIQUE (run_id, node_id, iteration),
  CONSTRAINT fk_workflow_steps__run_id FOREIGN KEY (run_id) REFERENCES workflow_runs (id) ON DELETE CASCADE
);
CREATE INDEX ix_workflow_steps__due_at ON workflow_steps (due_at) WHERE status IN ('pending', 'running', 'waiting');

CREATE TABLE hook_messages (
  workflow_id uuid NOT NULL,
  message_key text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_hook_messages PRIMARY KEY (workflow_id, message_key),
  CONSTRAINT fk_hook_messages__workflow_id FOREIGN KEY (workflow_id) REFERENCES workflows (id) ON DELETE CASCADE
);
CREATE INDEX ix_hook_messages__expires_at ON hook_messages (expires_at);
`;

export class Workflows implements MigrationInterface {
  readonly name = 'Workflows1795602200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WORKFLOWS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
