import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that steps of workflows and tools of agents use by name. Values are sealed, each for its row. */
const WORKSPACE_SECRETS = `
CREATE TABLE workspace_secrets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  sealed text NOT NULL,
  secrets_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspace_secrets PRIMARY KEY (id),
  CONSTRAINT uq_workspace_secrets__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_workspace_secrets__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_workspace_secrets__organization_id_workspace_id ON workspace_secrets (organization_id, workspace_id);
CREATE INDEX ix_workspace_secrets__secrets_key_id ON workspace_secrets (secrets_key_id);
`;

export class WorkspaceSecrets implements MigrationInterface {
  readonly name = 'WorkspaceSecrets1795602000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WORKSPACE_SECRETS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
