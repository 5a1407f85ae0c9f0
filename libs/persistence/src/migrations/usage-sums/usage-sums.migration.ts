import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addSubjects, addSums, EVERYTHING, INDEXES, SETTINGS, TABLES, TRIGGERS } from './usage-sums-tables.js';

/**
 * Sums of `usage_daily` by month and by fewer dimensions, which reports read. They are kept by triggers, since gateways of the
 * previous release write `usage_daily` too. Nobody writes it while the sums of what is there are made: gateways keep
 * their records meanwhile.
 */
export class UsageSums implements MigrationInterface {
  readonly name = 'UsageSums1795946400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE usage_daily IN SHARE ROW EXCLUSIVE MODE');
    for (const statement of [...TABLES, ...SETTINGS]) await runner.query(statement);
    // The rows are of many organizations or of one, which the planner cannot tell: each table is read once, whatever it thinks.
    await runner.query("SET LOCAL work_mem = '128MB'; SET LOCAL enable_nestloop = off; SET LOCAL jit = off");
    await runner.query(addSubjects(EVERYTHING, false));
    await runner.query('ANALYZE usage_subjects');
    await runner.query(addSums(EVERYTHING, false));
    await runner.query('SET LOCAL work_mem TO DEFAULT; SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL jit TO DEFAULT');
    for (const statement of [...INDEXES, ...TRIGGERS]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
