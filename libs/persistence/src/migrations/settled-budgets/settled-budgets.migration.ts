import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Amount that the process of a lease has spent of it, recorded or not: a budget is used up when this is. */
export class SettledBudgets implements MigrationInterface {
  readonly name = 'SettledBudgets1795377600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budget_leases ADD COLUMN settled numeric(24,10) NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
