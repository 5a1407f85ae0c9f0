/** The audit trail and the version. */
export const CHANGE_TABLES = `
CREATE TABLE changes (
  id uuid NOT NULL,
  organization_id uuid,
  actor_type text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  request_id text,
  address text,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_changes PRIMARY KEY (id)
);
CREATE INDEX ix_changes__organization_id_id ON changes (organization_id, id);
CREATE INDEX ix_changes__organization_id_target_id ON changes (organization_id, target_id);

CREATE TABLE policy_version (
  id smallint NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT pk_policy_version PRIMARY KEY (id),
  CONSTRAINT ck_policy_version__one_row CHECK (id = 1)
);

CREATE TABLE policy_changes (
  version bigint NOT NULL,
  topics text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_policy_changes PRIMARY KEY (version)
);
CREATE INDEX ix_policy_changes__created_at ON policy_changes (created_at);
INSERT INTO policy_version (id, version) VALUES (1, 0);
`;
