import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OPEN_EVERYTHING, SERIES_SUMS, SERIES_TRIGGERS } from './usage-series-sums-tables.js';

/**
 * Series by hour and by day. All that there is is open until the workspace has summed it. Nobody writes quarters of an hour between their opening and
 * the triggers that open later ones.
 */
export class UsageSeriesSums implements MigrationInterface {
  readonly name = 'UsageSeriesSums1795992660000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_series IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...SERIES_SUMS, ...SERIES_TRIGGERS, OPEN_EVERYTHING]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
