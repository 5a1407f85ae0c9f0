/** Tenants and people. */
export const PEOPLE_TABLES = `
CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  products text[] NOT NULL,
  max_pat_lifetime_days integer NOT NULL DEFAULT 90,
  max_pats_per_user integer NOT NULL DEFAULT 10,
  allow_non_expiring_vat boolean NOT NULL DEFAULT false,
  source text NOT NULL DEFAULT 'database',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_organizations PRIMARY KEY (id),
  CONSTRAINT uq_organizations__name UNIQUE (name),
  CONSTRAINT ck_organizations__source CHECK (source IN ('config', 'database'))
);

CREATE TABLE workspaces (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspaces PRIMARY KEY (id),
  CONSTRAINT uq_workspaces__id UNIQUE (organization_id, id),
  CONSTRAINT uq_workspaces__name UNIQUE (organization_id, name),
  CONSTRAINT fk_workspaces__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE
);

CREATE TABLE teams (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  allowed_models text[],
  rpm_limit bigint NOT NULL DEFAULT 0,
  tpm_limit bigint NOT NULL DEFAULT 0,
  token_budget_monthly bigint NOT NULL DEFAULT 0,
  source text NOT NULL DEFAULT 'database',
  scim_external_id text,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_teams PRIMARY KEY (id),
  CONSTRAINT uq_teams__id UNIQUE (organization_id, id),
  CONSTRAINT uq_teams__name UNIQUE (organization_id, name),
  CONSTRAINT uq_teams__scim_external_id UNIQUE (organization_id, scim_external_id),
  CONSTRAINT fk_teams__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_teams__limits CHECK (rpm_limit >= 0 AND tpm_limit >= 0 AND token_budget_monthly >= 0),
  CONSTRAINT ck_teams__source CHECK (source IN ('config', 'database'))
);

CREATE TABLE users (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL DEFAULT 'org_member',
  active boolean NOT NULL DEFAULT true,
  password_hash text,
  sso_subject text,
  scim_user_name text,
  scim_external_id text,
  scim_attributes jsonb,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_users PRIMARY KEY (id),
  CONSTRAINT uq_users__email UNIQUE (organization_id, email),
  CONSTRAINT uq_users__id UNIQUE (organization_id, id),
  CONSTRAINT uq_users__scim_external_id UNIQUE (organization_id, scim_external_id),
  CONSTRAINT uq_users__scim_user_name UNIQUE (organization_id, scim_user_name),
  CONSTRAINT uq_users__sso_subject UNIQUE (organization_id, sso_subject),
  CONSTRAINT fk_users__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_users__email CHECK (email = lower(email)),
  CONSTRAINT ck_users__role CHECK (role IN ('owner', 'org_admin', 'org_member'))
);
CREATE INDEX ix_users__email ON users (email);

CREATE TABLE memberships (
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  role text NOT NULL,
  team_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_memberships PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT fk_memberships__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id),
  CONSTRAINT fk_memberships__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_memberships__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_memberships__role CHECK (role IN ('admin', 'editor', 'viewer'))
);
CREATE INDEX ix_memberships__organization_id_team_id ON memberships (organization_id, team_id);
CREATE INDEX ix_memberships__organization_id_user_id ON memberships (organization_id, user_id);

CREATE TABLE team_members (
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_team_members PRIMARY KEY (team_id, user_id),
  CONSTRAINT fk_team_members__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_team_members__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_team_members__organization_id_user_id ON team_members (organization_id, user_id);
`;
