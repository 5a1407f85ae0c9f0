import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners of realtime calls at providers. */
export class RealtimeCalls implements MigrationInterface {
  readonly name = 'RealtimeCalls1795485600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE provider_objects DROP CONSTRAINT ck_provider_objects__kind,
      ADD CONSTRAINT ck_provider_objects__kind CHECK (kind IN ('file', 'fine_tuning_job', 'batch', 'realtime_call'))`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
