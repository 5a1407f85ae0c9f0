import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Usage of the time before, from files of other gateways and of providers. It stands apart from `usage_daily`: budgets, statements, limits and alerts
 * read that alone. `place` is a hash of what tells rows of an import apart.
 */
const USAGE_IMPORTS = `
CREATE TABLE usage_imports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  source text NOT NULL,
  account text NOT NULL,
  state text NOT NULL,
  digest text,
  next_batch integer NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  first_day date,
  last_day date,
  requests bigint NOT NULL DEFAULT 0,
  cost_usd numeric(38, 18) NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT pk_usage_imports PRIMARY KEY (id),
  CONSTRAINT ck_usage_imports__state CHECK (state IN ('open', 'complete')),
  CONSTRAINT fk_usage_imports__organization_id FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX ix_usage_imports__organization_id ON usage_imports (organization_id, created_at);

CREATE TABLE usage_imported (
  import_id uuid NOT NULL,
  place uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid,
  part text NOT NULL,
  at timestamptz NOT NULL,
  is_day boolean NOT NULL,
  day date NOT NULL,
  team_id uuid,
  team text,
  credential_id uuid,
  credential_name text,
  user_id uuid,
  model text,
  provider text NOT NULL,
  customer text,
  tags jsonb,
  requests bigint NOT NULL,
  failed_requests bigint NOT NULL,
  prompt_tokens bigint NOT NULL,
  completion_tokens bigint NOT NULL,
  cached_tokens bigint NOT NULL,
  cost_usd numeric(38, 18) NOT NULL,
  CONSTRAINT pk_usage_imported PRIMARY KEY (import_id, place),
  CONSTRAINT fk_usage_imported__import_id FOREIGN KEY (import_id) REFERENCES usage_imports (id) ON DELETE CASCADE
);
CREATE INDEX ix_usage_imported__day ON usage_imported (organization_id, day);
`;

export class UsageImports implements MigrationInterface {
  readonly name = 'UsageImports1796049000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(USAGE_IMPORTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
