/** Models and providers that workspaces registered. */
export const MODEL_TABLES = `
CREATE TABLE workspace_providers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  base_url text,
  settings jsonb NOT NULL,
  secret_names text[] NOT NULL,
  sealed_secrets text,
  secrets_key_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspace_providers PRIMARY KEY (id),
  CONSTRAINT uq_workspace_providers__id UNIQUE (workspace_id, id),
  CONSTRAINT uq_workspace_providers__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_workspace_providers__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_workspace_providers__secrets CHECK ((sealed_secrets IS NULL) = (secrets_key_id IS NULL))
);
CREATE INDEX ix_workspace_providers__organization_id_workspace_id ON workspace_providers (organization_id, workspace_id);
CREATE INDEX ix_workspace_providers__secrets_key_id ON workspace_providers (secrets_key_id);

CREATE TABLE workspace_models (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  logical_name text NOT NULL,
  aliases text[] NOT NULL,
  kind text NOT NULL,
  type text NOT NULL,
  provider_id uuid,
  upstream_model text,
  context_window integer,
  prices jsonb,
  media_prices jsonb,
  capabilities jsonb,
  routing jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspace_models PRIMARY KEY (id),
  CONSTRAINT uq_workspace_models__id UNIQUE (workspace_id, id),
  CONSTRAINT fk_workspace_models__provider_id FOREIGN KEY (workspace_id, provider_id)
    REFERENCES workspace_providers (workspace_id, id),
  CONSTRAINT fk_workspace_models__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_workspace_models__kind CHECK (kind IN ('model', 'virtual')),
  CONSTRAINT ck_workspace_models__parts CHECK (CASE kind
      WHEN 'model' THEN provider_id IS NOT NULL AND upstream_model IS NOT NULL AND routing IS NULL
      WHEN 'virtual' THEN provider_id IS NULL AND upstream_model IS NULL AND routing IS NOT NULL
    END)
);
CREATE INDEX ix_workspace_models__organization_id_workspace_id ON workspace_models (organization_id, workspace_id);
CREATE INDEX ix_workspace_models__workspace_id_provider_id ON workspace_models (workspace_id, provider_id);

CREATE TABLE workspace_model_names (
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  model_id uuid NOT NULL,
  CONSTRAINT pk_workspace_model_names PRIMARY KEY (workspace_id, name),
  CONSTRAINT fk_workspace_model_names__model_id FOREIGN KEY (workspace_id, model_id)
    REFERENCES workspace_models (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_workspace_model_names__workspace_id_model_id ON workspace_model_names (workspace_id, model_id);
`;
