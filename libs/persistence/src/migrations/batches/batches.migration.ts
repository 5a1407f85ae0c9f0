import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that the gateway stores itself, and batches with their lines. Contents of files, and the requests and results
 * of lines are sealed. Lines are removed when their batch has ended: its results are files then.
 */
const BATCHES = `
CREATE TABLE stored_files (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  owner text NOT NULL,
  purpose text NOT NULL,
  name_sealed text NOT NULL,
  size bigint NOT NULL DEFAULT 0,
  is_whole boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_stored_files PRIMARY KEY (id),
  CONSTRAINT fk_stored_files__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX ix_stored_files__owner ON stored_files (organization_id, owner, id);
CREATE INDEX ix_stored_files__expires_at ON stored_files (expires_at);

CREATE TABLE stored_file_chunks (
  file_id uuid NOT NULL,
  position integer NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT pk_stored_file_chunks PRIMARY KEY (file_id, position),
  CONSTRAINT fk_stored_file_chunks__file_id FOREIGN KEY (file_id) REFERENCES stored_files (id) ON DELETE CASCADE
);

CREATE TABLE batches (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  owner text NOT NULL,
  status text NOT NULL DEFAULT 'validating',
  endpoint text NOT NULL,
  model text,
  input_file_id text NOT NULL,
  identity jsonb NOT NULL,
  details_sealed text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  total_lines integer NOT NULL DEFAULT 0,
  completed_lines integer NOT NULL DEFAULT 0,
  failed_lines integer NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  provider_model text,
  provider_batch text,
  errors text,
  output_file_id uuid,
  error_file_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  in_progress_at timestamptz,
  finalizing_at timestamptz,
  cancelling_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT pk_batches PRIMARY KEY (id),
  CONSTRAINT fk_batches__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_batches__status CHECK (status IN
    ('validating', 'in_progress', 'finalizing', 'completed', 'failed', 'expired', 'cancelling', 'cancelled'))
);
CREATE INDEX ix_batches__owner ON batches (organization_id, owner, id);
CREATE INDEX ix_batches__open ON batches (status) WHERE status IN ('validating', 'in_progress', 'finalizing', 'cancelling');
CREATE INDEX ix_batches__ended_at ON batches (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE batch_lines (
  batch_id uuid NOT NULL,
  line integer NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  fence integer NOT NULL DEFAULT 0,
  has_answer boolean NOT NULL DEFAULT false,
  request_sealed text NOT NULL,
  result_sealed text,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  CONSTRAINT pk_batch_lines PRIMARY KEY (batch_id, line),
  CONSTRAINT fk_batch_lines__batch_id FOREIGN KEY (batch_id) REFERENCES batches (id) ON DELETE CASCADE,
  CONSTRAINT ck_batch_lines__status CHECK (status IN ('pending', 'running', 'completed', 'failed'))
);
CREATE INDEX ix_batch_lines__pending ON batch_lines (batch_id, line) WHERE status = 'pending';
`;

export class Batches implements MigrationInterface {
  readonly name = 'Batches1795482000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BATCHES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
