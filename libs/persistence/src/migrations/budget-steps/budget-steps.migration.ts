import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BUDGET_STEPS } from './budget-steps-tables.js';

/** Finds the accounts of a budget rule by what is spent, without an index entry for each charge. The database keeps the step of those that older services charge, too. */
export class BudgetSteps implements MigrationInterface {
  readonly name = 'BudgetSteps1796044560000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of BUDGET_STEPS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
