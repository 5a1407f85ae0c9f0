import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners of files, fine-tuning jobs and batches at providers, whose accounts several teams share. */
const PROVIDER_OBJECTS = `
CREATE TABLE provider_objects (
  account text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  organization_id uuid NOT NULL,
  owner text NOT NULL,
  model text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pk_provider_objects PRIMARY KEY (account, id),
  CONSTRAINT ck_provider_objects__kind CHECK (kind IN ('file', 'fine_tuning_job', 'batch')),
  CONSTRAINT fk_provider_objects__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX ix_provider_objects__owner ON provider_objects (organization_id, owner, kind, account, created_at, id);
CREATE INDEX ix_provider_objects__id ON provider_objects (id, organization_id, owner);
`;

export class ProviderObjects implements MigrationInterface {
  readonly name = 'ProviderObjects1795395600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PROVIDER_OBJECTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
