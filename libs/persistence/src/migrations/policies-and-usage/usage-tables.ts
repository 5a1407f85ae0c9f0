/**
 * Usage by requests. `audit_records` has one row a request, by month: its partitions are made and dropped by code.
 * `usage_daily` sums them as they are written, in the same transaction: reports and budgets read it and never the
 * records. Callers without an id in the database (keys and teams of gateway.yaml alone) are identified by name.
 */
export const USAGE_TABLES = `
CREATE TABLE audit_records (
  time timestamptz NOT NULL,
  id uuid NOT NULL,
  request_id text NOT NULL,
  endpoint text NOT NULL,
  method text NOT NULL,
  status smallint,
  outcome text NOT NULL,
  error_code text,
  organization_id uuid,
  organization text,
  workspace_id uuid,
  workspace text,
  team_id uuid,
  team text,
  user_id uuid,
  service_account_id uuid,
  credential_type text,
  credential_id uuid,
  credential_name text,
  key_role text,
  model text,
  logical_name text,
  provider text,
  upstream_model text,
  streamed boolean NOT NULL,
  duration_ms double precision NOT NULL,
  time_to_first_byte_ms double precision,
  prompt_tokens bigint,
  completion_tokens bigint,
  total_tokens bigint,
  cached_tokens bigint,
  reasoning_tokens bigint,
  usage_source text NOT NULL,
  attempts integer NOT NULL,
  cache text,
  cost_usd numeric(20, 10),
  price_version text,
  charges jsonb,
  details jsonb,
  CONSTRAINT pk_audit_records PRIMARY KEY (time, id)
) PARTITION BY RANGE (time);
CREATE INDEX ix_audit_records__time ON audit_records (organization_id, time, id);
CREATE INDEX ix_audit_records__workspace ON audit_records (organization_id, workspace_id, time, id)
  WHERE workspace_id IS NOT NULL;
CREATE INDEX ix_audit_records__team ON audit_records (organization_id, (coalesce(team_id::text, team)), time, id);
CREATE INDEX ix_audit_records__credential
  ON audit_records (organization_id, (coalesce(credential_id::text, credential_name)), time, id);
CREATE INDEX ix_audit_records__user ON audit_records (organization_id, user_id, time, id) WHERE user_id IS NOT NULL;
CREATE INDEX ix_audit_records__model ON audit_records (organization_id, (coalesce(logical_name, model)), time, id);
CREATE INDEX ix_audit_records__provider ON audit_records (organization_id, provider, time, id);
CREATE INDEX ix_audit_records__endpoint ON audit_records (organization_id, endpoint, time, id);
CREATE INDEX ix_audit_records__unsuccessful ON audit_records (organization_id, outcome, time, id)
  WHERE outcome <> 'success';
CREATE INDEX ix_audit_records__status ON audit_records (organization_id, status, time, id) WHERE outcome <> 'success';
CREATE INDEX ix_audit_records__request_id ON audit_records (request_id);

CREATE TABLE usage_daily (
  day date NOT NULL,
  organization_id uuid,
  workspace_id uuid,
  team_id uuid,
  team text,
  user_id uuid,
  service_account_id uuid,
  credential_id uuid,
  credential_name text,
  model text,
  provider text,
  requests bigint NOT NULL DEFAULT 0,
  refused_requests bigint NOT NULL DEFAULT 0,
  failed_requests bigint NOT NULL DEFAULT 0,
  cancelled_requests bigint NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  total_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  cost_usd numeric(24, 10) NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX uq_usage_daily__row ON usage_daily (day, organization_id, workspace_id, team_id, team, user_id,
  service_account_id, credential_id, credential_name, model, provider) NULLS NOT DISTINCT;
CREATE INDEX ix_usage_daily__organization_id_day ON usage_daily (organization_id, day);
CREATE INDEX ix_usage_daily__workspace_id_day ON usage_daily (organization_id, workspace_id, day);
CREATE INDEX ix_usage_daily__team ON usage_daily (organization_id, (coalesce(team_id::text, team)), day);
CREATE INDEX ix_usage_daily__credential
  ON usage_daily (organization_id, (coalesce(credential_id::text, credential_name)), day);

CREATE TABLE budget_accounts (
  account text NOT NULL,
  period_start timestamptz NOT NULL,
  spent numeric(24, 10) NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_budget_accounts PRIMARY KEY (account, period_start)
);
CREATE INDEX ix_budget_accounts__updated_at ON budget_accounts (updated_at);

CREATE TABLE budget_leases (
  id uuid NOT NULL,
  account text NOT NULL,
  period_start timestamptz NOT NULL,
  granted numeric(24, 10) NOT NULL,
  used numeric(24, 10) NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_budget_leases PRIMARY KEY (id),
  CONSTRAINT fk_budget_leases__account FOREIGN KEY (account, period_start)
    REFERENCES budget_accounts (account, period_start) ON DELETE CASCADE
);
CREATE INDEX ix_budget_leases__account_period_start ON budget_leases (account, period_start);
CREATE INDEX ix_budget_leases__expires_at ON budget_leases (expires_at);
`;
