import type { MigrationInterface, QueryRunner } from 'typeorm';

const DASHBOARDS = `
CREATE TABLE dashboards (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  charts jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_dashboards PRIMARY KEY (id),
  CONSTRAINT uq_dashboards__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_dashboards__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_dashboards__organization_id_workspace_id ON dashboards (organization_id, workspace_id);
`;

/** Charts of usage that the people of a workspace share. */
export class Dashboards implements MigrationInterface {
  readonly name = 'Dashboards1796021700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DASHBOARDS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
