import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests that are answered later, and the webhooks that report them. `owner` is whoever may see a job. Requests,
 * answers and the addresses of webhooks are sealed. The queues themselves have a schema of their own (`libs/jobs`).
 */
const ASYNC_JOBS = `
CREATE TABLE async_jobs (
  id uuid NOT NULL,
  organization_id uuid,
  owner text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  endpoint text NOT NULL,
  model text,
  identity jsonb NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  request_sealed text,
  result_sealed text,
  result_status smallint,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  answered_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT pk_async_jobs PRIMARY KEY (id),
  CONSTRAINT fk_async_jobs__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_async_jobs__status CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled'))
);
CREATE INDEX ix_async_jobs__owner ON async_jobs (owner, id);
CREATE INDEX ix_async_jobs__open ON async_jobs (owner) WHERE status IN ('pending', 'running');
CREATE INDEX ix_async_jobs__expires_at ON async_jobs (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX ix_async_jobs__organization_id ON async_jobs (organization_id);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  organization_id uuid,
  owner text NOT NULL,
  subject_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  receiver text NOT NULL,
  url_sealed text NOT NULL,
  payload_sealed text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  response_status smallint,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  next_attempt_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_webhook_deliveries PRIMARY KEY (id),
  CONSTRAINT fk_webhook_deliveries__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_webhook_deliveries__status CHECK (status IN ('pending', 'delivered', 'failed'))
);
CREATE INDEX ix_webhook_deliveries__owner ON webhook_deliveries (owner, subject_id, id);
CREATE INDEX ix_webhook_deliveries__expires_at ON webhook_deliveries (expires_at);
CREATE INDEX ix_webhook_deliveries__organization_id ON webhook_deliveries (organization_id);
`;

export class AsyncJobs implements MigrationInterface {
  readonly name = 'AsyncJobs1795394400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ASYNC_JOBS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
