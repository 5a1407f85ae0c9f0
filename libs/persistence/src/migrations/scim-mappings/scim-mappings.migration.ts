import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles from people are stored apart from roles from mappings: until now, people gave everything. */
const MEMBERSHIPS = `
ALTER TABLE memberships
  ADD COLUMN team_removed_at timestamptz,
  ADD COLUMN manual_role text,
  ADD COLUMN manual_team_id uuid,
  ADD COLUMN manual_team_removed_at timestamptz;
UPDATE memberships SET manual_role = role, manual_team_id = team_id;
ALTER TABLE memberships
  ADD CONSTRAINT fk_memberships__manual_team_id FOREIGN KEY (organization_id, manual_team_id)
    REFERENCES teams (organization_id, id),
  ADD CONSTRAINT ck_memberships__manual_role CHECK (manual_role IN ('admin', 'editor', 'viewer')),
  ADD CONSTRAINT ck_memberships__team CHECK (team_id IS NULL OR team_removed_at IS NULL),
  ADD CONSTRAINT ck_memberships__manual_team CHECK (manual_team_id IS NULL OR manual_team_removed_at IS NULL);
CREATE INDEX ix_memberships__organization_id_manual_team_id ON memberships (organization_id, manual_team_id);
`;

const SCIM_MAPPINGS = `
CREATE TABLE scim_mappings (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  team_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_scim_mappings PRIMARY KEY (id),
  CONSTRAINT uq_scim_mappings__workspace_id UNIQUE (organization_id, team_id, workspace_id),
  CONSTRAINT fk_scim_mappings__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_scim_mappings__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_scim_mappings__role CHECK (role IN ('admin', 'editor', 'viewer'))
);
CREATE INDEX ix_scim_mappings__organization_id_workspace_id ON scim_mappings (organization_id, workspace_id);
`;

export class ScimMappings implements MigrationInterface {
  readonly name = 'ScimMappings1795350000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [MEMBERSHIPS, SCIM_MAPPINGS]) await runner.query(statements);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
