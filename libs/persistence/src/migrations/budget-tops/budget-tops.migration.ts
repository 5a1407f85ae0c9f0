import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The rule that an account belongs to, as SQL, and the accounts of a rule in the order of what is spent. Without it, the first hundred of a
 * million customers are found by reading all. The index of their names stays for services of the release before, which read by it.
 */
const BUDGET_TOPS = [
  `CREATE INDEX ix_budget_accounts__top ON budget_accounts
    (substring(account from '^((?:declared-)?rule:[^:]*:[^:]*:[^:]*)'), period_start, spent DESC, account)
    WHERE account ~ '^(declared-)?rule:'`,
];

/** Finds the accounts of a budget rule with the most spending, however many customers it has. */
export class BudgetTops implements MigrationInterface {
  readonly name = 'BudgetTops1796035560000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of BUDGET_TOPS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
