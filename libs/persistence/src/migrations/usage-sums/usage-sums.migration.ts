import type { MigrationInterface, QueryRunner } from 'typeorm';
import { INDEXES, SETTINGS, SUM_EVERYTHING, TABLES, TRIGGERS } from './usage-sums-tables.js';

/**
 * Sums of `usage_daily` by month and by fewer dimensions, which reports read. They are kept by triggers, since gateways of the
 * previous release write `usage_daily` too. Nobody writes it while the sums of what is there are made: gateways keep
 * their records meanwhile.
 */
export class UsageSums implements MigrationInterface {
  readonly name = 'UsageSums1795946400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_daily IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...TABLES, ...SETTINGS, ...SUM_EVERYTHING, ...INDEXES, ...TRIGGERS])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
