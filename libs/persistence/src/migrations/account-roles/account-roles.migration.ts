import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Role of virtual accounts for the knowledge of their workspace. Those that are there may read, as before. */
const ROLE = `
ALTER TABLE service_accounts ADD COLUMN role text NOT NULL DEFAULT 'viewer',
  ADD CONSTRAINT ck_service_accounts__role CHECK (role IN ('viewer', 'editor'))`;

export class AccountRoles implements MigrationInterface {
  readonly name = 'AccountRoles1795518000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ROLE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
