import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Usage by what requests say about themselves: `customer`, `client`, `session` and tags, by day. Tags are listed, so that neither their names nor
 * their values grow without end.
 */
const STATEMENTS = [
  `CREATE TABLE usage_dimensions (
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    workspace_id uuid,
    team_id uuid,
    team text,
    requests bigint NOT NULL,
    refused_requests bigint NOT NULL,
    failed_requests bigint NOT NULL,
    cancelled_requests bigint NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    total_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    cost_usd numeric(20, 10) NOT NULL,
    images bigint NOT NULL,
    characters bigint NOT NULL,
    audio_seconds double precision NOT NULL,
    CONSTRAINT ck_usage_dimensions__kind CHECK (kind IN ('tag', 'customer', 'client', 'session'))
  )`,
  // Rows of a day are together in it, and those of a value are found by it too.
  `CREATE UNIQUE INDEX uq_usage_dimensions ON usage_dimensions
    (organization_id, kind, name, day, value, workspace_id, team_id, team) NULLS NOT DISTINCT`,
  // Sessions are forgotten with their records.
  "CREATE INDEX ix_usage_dimensions__session_day ON usage_dimensions (day) WHERE kind = 'session'",
  'CREATE INDEX ix_usage_dimensions__value ON usage_dimensions (organization_id, kind, name, value, day)',
  `CREATE TABLE usage_tag_names (
    organization_id uuid NOT NULL,
    name text NOT NULL,
    value_count integer NOT NULL,
    CONSTRAINT pk_usage_tag_names PRIMARY KEY (organization_id, name)
  )`,
  `CREATE TABLE usage_tag_values (
    organization_id uuid NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    CONSTRAINT pk_usage_tag_values PRIMARY KEY (organization_id, name, value)
  )`,
];

export class UsageDimensions implements MigrationInterface {
  readonly name = 'UsageDimensions1795992000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
