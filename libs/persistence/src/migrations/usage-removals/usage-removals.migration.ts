import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REMOVAL } from '../usage-sums/usage-sums-tables.js';

/**
 * Usage that is removed from `usage_daily` leaves nothing in the sums: neither rows of zero nor the names of keys, teams and models.
 * Such as for an organization whose rows an operator deletes, or for all of them with `TRUNCATE`.
 */
export class UsageRemovals implements MigrationInterface {
  readonly name = 'UsageRemovals1795957200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of REMOVAL) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
