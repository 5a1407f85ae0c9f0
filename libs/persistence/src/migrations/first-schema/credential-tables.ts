/** Credentials of people and services. */
export const CREDENTIAL_TABLES = `
CREATE TABLE service_accounts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  allowed_models text[],
  allowed_providers text[],
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_service_accounts PRIMARY KEY (id),
  CONSTRAINT uq_service_accounts__id UNIQUE (organization_id, id),
  CONSTRAINT uq_service_accounts__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_service_accounts__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_service_accounts__organization_id_workspace_id ON service_accounts (organization_id, workspace_id);

CREATE TABLE credentials (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  team_id uuid,
  workspace_id uuid,
  user_id uuid,
  service_account_id uuid,
  role text NOT NULL DEFAULT 'member',
  rpm_limit bigint NOT NULL DEFAULT 0,
  tpm_limit bigint NOT NULL DEFAULT 0,
  budget_usd double precision NOT NULL DEFAULT 0,
  budget_reset_period text NOT NULL DEFAULT 'monthly',
  expires_at timestamptz,
  disabled boolean NOT NULL DEFAULT false,
  rotate_every_days integer,
  rotation_due_at timestamptz,
  grace_seconds integer NOT NULL DEFAULT 0,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT pk_credentials PRIMARY KEY (id),
  CONSTRAINT uq_credentials__id UNIQUE (organization_id, id),
  CONSTRAINT fk_credentials__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_credentials__service_account_id FOREIGN KEY (organization_id, service_account_id)
    REFERENCES service_accounts (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_credentials__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id),
  CONSTRAINT fk_credentials__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id),
  CONSTRAINT fk_credentials__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id),
  CONSTRAINT ck_credentials__budget_reset_period
    CHECK (budget_reset_period IN ('daily', 'weekly', 'monthly', 'never')),
  CONSTRAINT ck_credentials__kind CHECK (kind IN ('api_key', 'pat', 'vat')),
  CONSTRAINT ck_credentials__limits
    CHECK (rpm_limit >= 0 AND tpm_limit >= 0 AND budget_usd >= 0 AND grace_seconds >= 0),
  CONSTRAINT ck_credentials__owners CHECK (CASE kind
      WHEN 'api_key' THEN team_id IS NOT NULL AND service_account_id IS NULL
      WHEN 'pat' THEN user_id IS NOT NULL AND workspace_id IS NOT NULL AND team_id IS NULL AND service_account_id IS NULL
      WHEN 'vat' THEN service_account_id IS NOT NULL AND workspace_id IS NOT NULL AND team_id IS NULL AND user_id IS NULL
    END),
  CONSTRAINT ck_credentials__role CHECK (role IN ('member', 'editor', 'admin'))
);
CREATE INDEX ix_credentials__organization_id_kind_id ON credentials (organization_id, kind, id);
CREATE INDEX ix_credentials__organization_id_service_account_id ON credentials (organization_id, service_account_id);
CREATE INDEX ix_credentials__organization_id_team_id ON credentials (organization_id, team_id);
CREATE INDEX ix_credentials__organization_id_user_id ON credentials (organization_id, user_id);
CREATE INDEX ix_credentials__organization_id_workspace_id ON credentials (organization_id, workspace_id);

CREATE TABLE credential_secrets (
  hash text NOT NULL,
  credential_id uuid NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_credential_secrets PRIMARY KEY (hash),
  CONSTRAINT fk_credential_secrets__credential_id FOREIGN KEY (credential_id)
    REFERENCES credentials (id) ON DELETE CASCADE,
  CONSTRAINT ck_credential_secrets__hash CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE INDEX ix_credential_secrets__credential_id ON credential_secrets (credential_id);

CREATE TABLE sessions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_sessions PRIMARY KEY (id),
  CONSTRAINT uq_sessions__hash UNIQUE (hash),
  CONSTRAINT fk_sessions__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_sessions__hash CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE INDEX ix_sessions__expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions__organization_id_user_id ON sessions (organization_id, user_id);

CREATE TABLE invites (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  workspace_id uuid,
  workspace_role text,
  team_id uuid,
  hash text NOT NULL,
  invited_by text,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_invites PRIMARY KEY (id),
  CONSTRAINT uq_invites__hash UNIQUE (hash),
  CONSTRAINT fk_invites__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_invites__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id),
  CONSTRAINT fk_invites__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_invites__email CHECK (email = lower(email)),
  CONSTRAINT ck_invites__hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT ck_invites__role CHECK (role IN ('owner', 'org_admin', 'org_member')),
  CONSTRAINT ck_invites__workspace CHECK ((workspace_id IS NULL) = (workspace_role IS NULL)),
  CONSTRAINT ck_invites__workspace_role CHECK (workspace_role IN ('admin', 'editor', 'viewer'))
);
CREATE INDEX ix_invites__organization_id_email ON invites (organization_id, email);
CREATE INDEX ix_invites__organization_id_team_id ON invites (organization_id, team_id);
CREATE INDEX ix_invites__organization_id_workspace_id ON invites (organization_id, workspace_id);

CREATE TABLE scim_tokens (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  hint text NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_scim_tokens PRIMARY KEY (id),
  CONSTRAINT uq_scim_tokens__hash UNIQUE (hash),
  CONSTRAINT uq_scim_tokens__name UNIQUE (organization_id, name),
  CONSTRAINT fk_scim_tokens__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_scim_tokens__hash CHECK (hash ~ '^[0-9a-f]{64}$')
);

CREATE TABLE setup_tokens (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_setup_tokens PRIMARY KEY (id),
  CONSTRAINT uq_setup_tokens__hash UNIQUE (hash),
  CONSTRAINT fk_setup_tokens__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_setup_tokens__hash CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE INDEX ix_setup_tokens__organization_id ON setup_tokens (organization_id);
`;
