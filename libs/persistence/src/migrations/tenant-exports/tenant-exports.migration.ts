import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT_EXPORTS = `
CREATE TABLE exports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  name text NOT NULL,
  kind text NOT NULL,
  settings jsonb NOT NULL,
  config jsonb NOT NULL,
  hint text NOT NULL,
  sealed text NOT NULL,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_exports PRIMARY KEY (id),
  CONSTRAINT uq_exports__name UNIQUE NULLS NOT DISTINCT (organization_id, workspace_id, name),
  CONSTRAINT fk_exports__organization_id FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_exports__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_exports__kind CHECK (kind IN ('http', 'splunk_hec', 'clickhouse', 's3', 'otlp'))
);

ALTER TABLE export_sinks
  ADD COLUMN export_id uuid,
  ADD COLUMN organization_id uuid,
  ADD COLUMN workspace_id uuid,
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN in_row integer NOT NULL DEFAULT 0,
  ADD COLUMN is_slow boolean NOT NULL DEFAULT false,
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN halted_at timestamptz,
  ADD COLUMN test_asked_at timestamptz,
  ADD COLUMN test_until timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN tested_at timestamptz,
  ADD COLUMN test_problem text,
  DROP CONSTRAINT ck_export_sinks__state,
  ADD CONSTRAINT ck_export_sinks__state CHECK (state IN ('new', 'working', 'away', 'refused', 'stopped')),
  ADD CONSTRAINT uq_export_sinks__export_id UNIQUE (export_id),
  ADD CONSTRAINT fk_export_sinks__export_id FOREIGN KEY (export_id) REFERENCES exports (id) ON DELETE CASCADE;
CREATE INDEX ix_export_sinks__organization_id ON export_sinks (organization_id);
CREATE INDEX ix_export_entries__organization_id_position ON export_entries (organization_id, position);
`;

/** Sinks of organizations and workspaces, and how far each of them is. */
export class TenantExports implements MigrationInterface {
  readonly name = 'TenantExports1796036220000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TENANT_EXPORTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
