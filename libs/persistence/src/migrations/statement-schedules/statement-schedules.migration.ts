import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEDULES = `
CREATE TABLE statement_schedules (
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  days integer NOT NULL,
  first_month date NOT NULL,
  CONSTRAINT pk_statement_schedules PRIMARY KEY (organization_id, kind, name),
  CONSTRAINT fk_statement_schedules__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_statement_schedules__days CHECK (days BETWEEN 1 AND 28)
);
`;

/** Statements whose months close by themselves, some days after their end. */
export class StatementSchedules implements MigrationInterface {
  readonly name = 'StatementSchedules1796021000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SCHEDULES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
