import type { MigrationInterface, QueryRunner } from 'typeorm';

const DECLARED = `
ALTER TABLE alert_rules
  ADD COLUMN source text NOT NULL DEFAULT 'database',
  ADD CONSTRAINT ck_alert_rules__source CHECK (source IN ('config', 'database'));
ALTER TABLE alert_channels
  ADD COLUMN source text NOT NULL DEFAULT 'database',
  ADD CONSTRAINT ck_alert_channels__source CHECK (source IN ('config', 'database')),
  ALTER COLUMN sealed DROP NOT NULL;
`;

/** Rules and channels of gateway.yaml. Addresses of such channels stay in the file. */
export class DeclaredAlerts implements MigrationInterface {
  readonly name = 'DeclaredAlerts1796020000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DECLARED);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
