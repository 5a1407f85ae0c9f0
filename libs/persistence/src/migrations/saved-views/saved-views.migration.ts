import type { MigrationInterface, QueryRunner } from 'typeorm';

const SAVED_VIEWS = `
CREATE TABLE saved_views (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  page text NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_saved_views PRIMARY KEY (id),
  CONSTRAINT uq_saved_views__name UNIQUE (workspace_id, page, name),
  CONSTRAINT fk_saved_views__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_saved_views__organization_id_workspace_id ON saved_views (organization_id, workspace_id);
`;

/** Views of lists that the people of a workspace share. */
export class SavedViews implements MigrationInterface {
  readonly name = 'SavedViews1796004000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SAVED_VIEWS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
