import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for long lists in the order of names, and for a search of the trail of changes. */
const INDEXES = [
  'CREATE INDEX ix_credentials__name ON credentials (organization_id, kind, (lower(name) COLLATE "C"), id)',
  'CREATE INDEX ix_users__name ON users (organization_id, (lower(name) COLLATE "C"), id)',
  'CREATE INDEX ix_changes__target_name ON changes (organization_id, left(lower(target_name), 200) text_pattern_ops)',
];

/** Indexes for lists that are ordered by name or searched. */
export class ListOrders implements MigrationInterface {
  readonly name = 'ListOrders1795510800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.query(index);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
