import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Virtual accounts of organizations, and tokens of theirs: these belong to no workspace. */
const ORGANIZATION_ACCOUNTS = `
CREATE TABLE organization_accounts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  permissions text[] NOT NULL,
  granted_by uuid NOT NULL,
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_organization_accounts PRIMARY KEY (id),
  CONSTRAINT uq_organization_accounts__id UNIQUE (organization_id, id),
  CONSTRAINT uq_organization_accounts__name UNIQUE (organization_id, name),
  CONSTRAINT fk_organization_accounts__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE
);

ALTER TABLE credentials
  ADD COLUMN organization_account_id uuid,
  ADD CONSTRAINT fk_credentials__organization_account_id FOREIGN KEY (organization_id, organization_account_id)
    REFERENCES organization_accounts (organization_id, id) ON DELETE CASCADE,
  DROP CONSTRAINT ck_credentials__owners,
  ADD CONSTRAINT ck_credentials__owners CHECK (CASE kind
    WHEN 'api_key' THEN team_id IS NOT NULL AND service_account_id IS NULL AND organization_account_id IS NULL
    WHEN 'pat' THEN user_id IS NOT NULL AND workspace_id IS NOT NULL AND team_id IS NULL AND service_account_id IS NULL
      AND organization_account_id IS NULL
    WHEN 'vat' THEN team_id IS NULL AND user_id IS NULL
      AND (service_account_id IS NOT NULL AND workspace_id IS NOT NULL AND organization_account_id IS NULL
        OR service_account_id IS NULL AND workspace_id IS NULL AND organization_account_id IS NOT NULL)
  END);
CREATE INDEX ix_credentials__organization_id_organization_account_id
  ON credentials (organization_id, organization_account_id);
`;

export class OrganizationAccounts implements MigrationInterface {
  readonly name = 'OrganizationAccounts1795602400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORGANIZATION_ACCOUNTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
