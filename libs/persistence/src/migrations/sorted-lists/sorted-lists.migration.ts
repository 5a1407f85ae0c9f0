import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for lists in the order of a column: each page of keys and of requests is found where the last one ended. Those of requests have no
 * rows of the partitions that exist, whose indexes take hours and are built in the background.
 */
const INDEXES = [
  `CREATE INDEX ix_credentials__last_used_at
     ON credentials (organization_id, kind, (coalesce(last_used_at, timestamptz 'epoch')), id)`,
  `CREATE INDEX ix_credentials__expires_at
     ON credentials (organization_id, kind, (coalesce(expires_at, timestamptz '9999-12-31 UTC')), id)`,
  'CREATE INDEX ix_audit_records__duration ON ONLY audit_records (organization_id, duration_ms, time, id)',
  'CREATE INDEX ix_audit_records__cost ON ONLY audit_records (organization_id, (coalesce(cost_usd, 0)), time, id)',
  `CREATE INDEX ix_audit_records__error_code ON ONLY audit_records (organization_id, error_code, time, id)
    WHERE error_code IS NOT NULL`,
];

/** Indexes for keys by use and expiry, and for requests by duration, cost and error code. */
export class SortedLists implements MigrationInterface {
  readonly name = 'SortedLists1796000400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.query(index);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
