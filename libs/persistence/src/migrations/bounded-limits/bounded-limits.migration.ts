import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Limits as large as the API takes them: above 2^53 no budget could be counted, and each request was answered 503. A
 * value that was written past the API is cut to the bound.
 */
const BOUNDED_LIMITS = `
UPDATE teams SET rpm_limit = LEAST(rpm_limit, 9007199254740991), tpm_limit = LEAST(tpm_limit, 9007199254740991),
  token_budget_monthly = LEAST(token_budget_monthly, 9007199254740991)
  WHERE GREATEST(rpm_limit, tpm_limit, token_budget_monthly) > 9007199254740991;
ALTER TABLE teams DROP CONSTRAINT ck_teams__limits;
ALTER TABLE teams ADD CONSTRAINT ck_teams__limits CHECK (rpm_limit BETWEEN 0 AND 9007199254740991
  AND tpm_limit BETWEEN 0 AND 9007199254740991 AND token_budget_monthly BETWEEN 0 AND 9007199254740991);
UPDATE credentials SET rpm_limit = LEAST(rpm_limit, 9007199254740991), tpm_limit = LEAST(tpm_limit, 9007199254740991),
  budget_usd = LEAST(budget_usd, 1000000000000)
  WHERE GREATEST(rpm_limit, tpm_limit) > 9007199254740991 OR budget_usd > 1000000000000;
ALTER TABLE credentials DROP CONSTRAINT ck_credentials__limits;
ALTER TABLE credentials ADD CONSTRAINT ck_credentials__limits CHECK (rpm_limit BETWEEN 0 AND 9007199254740991
  AND tpm_limit BETWEEN 0 AND 9007199254740991 AND budget_usd BETWEEN 0 AND 1000000000000 AND grace_seconds >= 0);
`;

export class BoundedLimits implements MigrationInterface {
  readonly name = 'BoundedLimits1795389600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BOUNDED_LIMITS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
