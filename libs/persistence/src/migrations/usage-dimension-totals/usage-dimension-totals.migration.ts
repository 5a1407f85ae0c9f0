import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DIMENSION_TOTALS, DIMENSION_TOTALS_INDEXES, SUM_DIMENSIONS } from './usage-dimension-totals-tables.js';

/**
 * Sums of `usage_dimensions` by value alone, which reports of everybody read. Gateways of the previous release write none of them. Those of
 * this one keep their records while the sums of what is there are made.
 */
export class UsageDimensionTotals implements MigrationInterface {
  readonly name = 'UsageDimensionTotals1796025600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_dimensions IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...DIMENSION_TOTALS, SUM_DIMENSIONS, ...DIMENSION_TOTALS_INDEXES])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
