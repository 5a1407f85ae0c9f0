import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FUNCTIONS, KEYS_IN_TOTALS, RANK_INDEXES, RANKS, totalsAnew } from './usage-sums-tables.js';

/**
 * Sums of keys, whatever models they ask, which reports about a workspace, team or person read, and an index for reports about one person.
 * A database that never had other sums has them already, and gets the same again. Gateways keep their records meanwhile.
 */
export class UsageKeyTotals implements MigrationInterface {
  readonly name = 'UsageKeyTotals1795986000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_daily IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...RANKS, ...RANK_INDEXES, ...KEYS_IN_TOTALS, ...FUNCTIONS, ...totalsAnew(6)])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
