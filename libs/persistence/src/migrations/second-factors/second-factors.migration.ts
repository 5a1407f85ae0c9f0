import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factor of people who sign in with a password, and the rule of an organization that demands one. */
export class SecondFactors implements MigrationInterface {
  readonly name = 'SecondFactors1796022000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users
      ADD COLUMN second_factor_sealed text,
      ADD COLUMN second_factor_since timestamptz,
      ADD COLUMN second_factor_begun_sealed text,
      ADD COLUMN second_factor_begun_at timestamptz,
      ADD COLUMN second_factor_step integer,
      ADD COLUMN second_factor_failures integer NOT NULL DEFAULT 0,
      ADD COLUMN second_factor_refused_until timestamptz,
      ADD COLUMN recovery_code_hashes text[] NOT NULL DEFAULT '{}'`);
    await runner.query('ALTER TABLE organizations ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
