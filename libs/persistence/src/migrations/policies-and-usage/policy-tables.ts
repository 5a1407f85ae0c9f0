/** Rate limits, and the policies that gateway.yaml can declare too. */
export const POLICY_TABLES = `
CREATE TABLE rate_limit_policies (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  workspace_id uuid,
  team_id uuid,
  user_id uuid,
  service_account_id uuid,
  api_key_id uuid,
  model text,
  applies_per text NOT NULL,
  requests_per_minute bigint NOT NULL DEFAULT 0,
  requests_per_hour bigint NOT NULL DEFAULT 0,
  requests_per_day bigint NOT NULL DEFAULT 0,
  tokens_per_minute bigint NOT NULL DEFAULT 0,
  tokens_per_hour bigint NOT NULL DEFAULT 0,
  tokens_per_day bigint NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_rate_limit_policies PRIMARY KEY (id),
  CONSTRAINT fk_rate_limit_policies__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_rate_limit_policies__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_rate_limit_policies__team_id FOREIGN KEY (organization_id, team_id)
    REFERENCES teams (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_rate_limit_policies__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_rate_limit_policies__service_account_id FOREIGN KEY (organization_id, service_account_id)
    REFERENCES service_accounts (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_rate_limit_policies__api_key_id FOREIGN KEY (organization_id, api_key_id)
    REFERENCES credentials (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_rate_limit_policies__scope CHECK (scope IN ('workspace', 'organization')),
  CONSTRAINT ck_rate_limit_policies__workspace CHECK ((scope = 'workspace') = (workspace_id IS NOT NULL)),
  CONSTRAINT ck_rate_limit_policies__organization_wide
    CHECK (scope = 'workspace' OR (api_key_id IS NULL AND service_account_id IS NULL)),
  CONSTRAINT ck_rate_limit_policies__one_identity
    CHECK (num_nonnulls(team_id, user_id, service_account_id, api_key_id) <= 1),
  CONSTRAINT ck_rate_limit_policies__applies_per
    CHECK (applies_per IN ('shared', 'team', 'user', 'service_account', 'api_key')),
  CONSTRAINT ck_rate_limit_policies__ceilings CHECK (
    requests_per_minute >= 0 AND requests_per_hour >= 0 AND requests_per_day >= 0
    AND tokens_per_minute >= 0 AND tokens_per_hour >= 0 AND tokens_per_day >= 0),
  CONSTRAINT ck_rate_limit_policies__some_ceiling CHECK (
    requests_per_minute + requests_per_hour + requests_per_day
    + tokens_per_minute + tokens_per_hour + tokens_per_day > 0)
);
CREATE INDEX ix_rate_limit_policies__organization_id_workspace_id
  ON rate_limit_policies (organization_id, workspace_id);
CREATE INDEX ix_rate_limit_policies__organization_id_team_id ON rate_limit_policies (organization_id, team_id);
CREATE INDEX ix_rate_limit_policies__organization_id_user_id ON rate_limit_policies (organization_id, user_id);
CREATE INDEX ix_rate_limit_policies__organization_id_service_account_id
  ON rate_limit_policies (organization_id, service_account_id);
CREATE INDEX ix_rate_limit_policies__organization_id_api_key_id ON rate_limit_policies (organization_id, api_key_id);

CREATE TABLE policies (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  kind text NOT NULL,
  name text NOT NULL,
  definition jsonb NOT NULL,
  secret_names text[] NOT NULL DEFAULT '{}',
  sealed_secrets text,
  secrets_key_id text,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_policies PRIMARY KEY (id),
  CONSTRAINT fk_policies__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_policies__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_policies__kind CHECK (kind IN ('routing_config', 'guardrail', 'pii', 'cache')),
  CONSTRAINT ck_policies__secrets CHECK ((sealed_secrets IS NULL) = (secrets_key_id IS NULL))
);
CREATE UNIQUE INDEX uq_policies__name ON policies (organization_id, workspace_id, kind, name) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX uq_policies__workspace_id ON policies (organization_id, workspace_id) NULLS NOT DISTINCT
  WHERE kind = 'pii';
CREATE INDEX ix_policies__secrets_key_id ON policies (secrets_key_id);
`;
