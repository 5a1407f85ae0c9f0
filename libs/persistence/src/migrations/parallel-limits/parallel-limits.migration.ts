import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of requests at the same time. 0 is unlimited, as before. */
const PARALLEL_LIMITS = `
ALTER TABLE teams ADD COLUMN max_parallel bigint NOT NULL DEFAULT 0;
ALTER TABLE teams ADD CONSTRAINT ck_teams__max_parallel CHECK (max_parallel BETWEEN 0 AND 9007199254740991);
ALTER TABLE credentials ADD COLUMN max_parallel bigint NOT NULL DEFAULT 0;
ALTER TABLE credentials ADD CONSTRAINT ck_credentials__max_parallel
  CHECK (max_parallel BETWEEN 0 AND 9007199254740991);
ALTER TABLE rate_limit_policies ADD COLUMN max_parallel bigint NOT NULL DEFAULT 0;
ALTER TABLE rate_limit_policies ADD CONSTRAINT ck_rate_limit_policies__max_parallel
  CHECK (max_parallel BETWEEN 0 AND 9007199254740991);
ALTER TABLE rate_limit_policies DROP CONSTRAINT ck_rate_limit_policies__some_ceiling;
ALTER TABLE rate_limit_policies ADD CONSTRAINT ck_rate_limit_policies__some_ceiling CHECK (
  requests_per_minute + requests_per_hour + requests_per_day
  + tokens_per_minute + tokens_per_hour + tokens_per_day + max_parallel > 0);
`;

export class ParallelLimits implements MigrationInterface {
  readonly name = 'ParallelLimits1796023800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PARALLEL_LIMITS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
