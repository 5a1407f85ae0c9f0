import type { MigrationInterface, QueryRunner } from 'typeorm';

const BINS = Array.from({ length: 30 }, (_, index) => index);

const COUNTS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_hits',
  'cache_misses',
];

const TABLE = `
CREATE TABLE usage_series (
  organization_id uuid NOT NULL,
  dimension text NOT NULL,
  value text NOT NULL,
  workspace_id uuid,
  bucket timestamptz NOT NULL,
  label text,
  ${COUNTS.map((name) => `${name} bigint NOT NULL DEFAULT 0`).join(', ')},
  cost_usd numeric(24, 10) NOT NULL DEFAULT 0,
  ${['d', 'f'].flatMap((letter) => BINS.map((bin) => `${letter}${bin} integer`)).join(', ')}
)`;

/**
 * Requests by quarters of an hour, for charts. A record says by `in_series` whether it is counted: what was stored before, and
 * what gateways of the version before store meanwhile, is found by the index and counted by the workspace.
 */
export class UsageSeries implements MigrationInterface {
  readonly name = 'UsageSeries1795514400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(
      `CREATE UNIQUE INDEX uq_usage_series__row ON usage_series (organization_id, dimension, value, workspace_id, bucket)
        NULLS NOT DISTINCT`,
    );
    await runner.query('CREATE INDEX ix_usage_series__bucket ON usage_series (organization_id, dimension, bucket)');
    await runner.query('CREATE INDEX ix_usage_series__age ON usage_series USING brin (bucket)');
    await runner.query('ALTER TABLE audit_records ADD COLUMN in_series boolean');
    await runner.query(
      'CREATE INDEX ix_audit_records__not_in_series ON audit_records (time, id) WHERE in_series IS NULL',
    );
    await runner.query("ALTER TABLE organizations ADD COLUMN reporting_zone text NOT NULL DEFAULT 'UTC'");
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
