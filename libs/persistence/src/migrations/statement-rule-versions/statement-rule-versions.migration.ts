import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of a book of statements have a version. They are replaced together, so each of them has its time. */
const STATEMENT_RULE_VERSIONS =
  'ALTER TABLE statement_rules ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now()';

export class StatementRuleVersions implements MigrationInterface {
  readonly name = 'StatementRuleVersions1796061600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENT_RULE_VERSIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
