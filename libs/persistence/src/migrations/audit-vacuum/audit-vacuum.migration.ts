import type { MigrationInterface, QueryRunner } from 'typeorm';
import { listPartitions, VACUUM_SETTINGS } from '../../audit/partitions.js';

/** Partitions that are there are cleaned as early as those that are made from now on. Nobody waits for the change of a setting. */
export class AuditVacuum implements MigrationInterface {
  readonly name = 'AuditVacuum1795960800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const partition of await listPartitions(runner.manager)) {
      await runner.query(`ALTER TABLE ${partition} SET (${VACUUM_SETTINGS})`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
