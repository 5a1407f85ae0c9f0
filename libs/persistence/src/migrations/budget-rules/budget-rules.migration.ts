import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index finds the accounts of a rule by the beginning of their names; only names of rules are in it. */
const BUDGET_RULES = `
ALTER TABLE policies
  DROP CONSTRAINT ck_policies__kind,
  ADD CONSTRAINT ck_policies__kind CHECK (kind IN ('routing_config', 'guardrail', 'pii', 'cache', 'budget'));
CREATE INDEX ix_budget_accounts__rules ON budget_accounts (account text_pattern_ops, period_start)
  WHERE account ~ '^(declared-)?rule:';
`;

/** Budgets as policies, and the look-up of their accounts. */
export class BudgetRules implements MigrationInterface {
  readonly name = 'BudgetRules1796007000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BUDGET_RULES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
