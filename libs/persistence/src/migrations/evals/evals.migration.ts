import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Datasets of evaluations with their versions and cases, suites, runs, and one row for each answer of a run: its key is what a run counts,
 * so that no answer is counted twice. Runs of agents that an evaluation makes (`uses_cache` is false) ask models without the cache. Cases, answers and what judges said are sealed, each for its row.
 */
const EVALS = `
CREATE TABLE eval_datasets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_eval_datasets PRIMARY KEY (id),
  CONSTRAINT uq_eval_datasets__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_eval_datasets__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_eval_datasets__workspace_id ON eval_datasets (organization_id, workspace_id, id);

CREATE TABLE eval_dataset_versions (
  dataset_id uuid NOT NULL,
  version integer NOT NULL,
  case_count integer NOT NULL,
  characters bigint NOT NULL,
  source text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_eval_dataset_versions PRIMARY KEY (dataset_id, version),
  CONSTRAINT fk_eval_dataset_versions__dataset_id FOREIGN KEY (dataset_id)
    REFERENCES eval_datasets (id) ON DELETE CASCADE
);

CREATE TABLE eval_cases (
  dataset_id uuid NOT NULL,
  version integer NOT NULL,
  position integer NOT NULL,
  case_key text NOT NULL,
  content_sealed text NOT NULL,
  CONSTRAINT pk_eval_cases PRIMARY KEY (dataset_id, version, position),
  CONSTRAINT uq_eval_cases__case_key UNIQUE (dataset_id, version, case_key),
  CONSTRAINT fk_eval_cases__version FOREIGN KEY (dataset_id, version)
    REFERENCES eval_dataset_versions (dataset_id, version) ON DELETE CASCADE
);

CREATE TABLE eval_suites (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  dataset_id uuid NOT NULL,
  definition text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_eval_suites PRIMARY KEY (id),
  CONSTRAINT uq_eval_suites__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_eval_suites__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_eval_suites__dataset_id FOREIGN KEY (dataset_id) REFERENCES eval_datasets (id) ON DELETE CASCADE
);
CREATE INDEX ix_eval_suites__workspace_id ON eval_suites (organization_id, workspace_id, id);
CREATE INDEX ix_eval_suites__dataset_id ON eval_suites (dataset_id);

CREATE TABLE eval_runs (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  suite_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  dataset_version integer NOT NULL,
  definition text NOT NULL,
  case_count integer NOT NULL,
  total integer NOT NULL,
  concurrency integer NOT NULL,
  max_cost_usd double precision,
  user_id uuid,
  identity jsonb NOT NULL,
  client_address text,
  status text NOT NULL DEFAULT 'queued',
  error_code text,
  error_message text,
  fence integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  alive_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_eval_runs PRIMARY KEY (id),
  CONSTRAINT fk_eval_runs__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_eval_runs__suite_id FOREIGN KEY (suite_id) REFERENCES eval_suites (id) ON DELETE CASCADE,
  CONSTRAINT fk_eval_runs__dataset_version FOREIGN KEY (dataset_id, dataset_version)
    REFERENCES eval_dataset_versions (dataset_id, version) ON DELETE CASCADE,
  CONSTRAINT ck_eval_runs__status CHECK (status IN
    ('queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled'))
);
CREATE INDEX ix_eval_runs__workspace_id ON eval_runs (organization_id, workspace_id, id);
CREATE INDEX ix_eval_runs__suite_id ON eval_runs (suite_id, id);
CREATE INDEX ix_eval_runs__dataset_version ON eval_runs (dataset_id, dataset_version);
CREATE INDEX ix_eval_runs__open ON eval_runs (alive_at) WHERE status IN ('queued', 'running');

ALTER TABLE agent_runs ADD COLUMN uses_cache boolean NOT NULL DEFAULT true;

CREATE TABLE eval_results (
  run_id uuid NOT NULL,
  target integer NOT NULL,
  position integer NOT NULL,
  repeat integer NOT NULL,
  status text NOT NULL,
  score double precision,
  latency_ms integer NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  cost_usd double precision,
  judge_cost_usd double precision,
  error_code text,
  request_id text NOT NULL,
  content_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_eval_results PRIMARY KEY (run_id, target, position, repeat),
  CONSTRAINT fk_eval_results__run_id FOREIGN KEY (run_id) REFERENCES eval_runs (id) ON DELETE CASCADE,
  CONSTRAINT ck_eval_results__status CHECK (status IN ('passed', 'failed', 'error', 'grader_error'))
);
`;

export class Evals implements MigrationInterface {
  readonly name = 'Evals1795710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVALS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
