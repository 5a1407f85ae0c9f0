import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FUNCTIONS, RANK_INDEXES, RANKS, RANKS_ANEW } from './usage-sums-tables.js';

/**
 * The keys and people of each month by what they spent, which reports of the first hundred of many begin with. Gateways keep their records
 * meanwhile.
 */
export class UsageRanks implements MigrationInterface {
  readonly name = 'UsageRanks1795992600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_daily IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...RANKS, ...FUNCTIONS, ...RANKS_ANEW, ...RANK_INDEXES]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
