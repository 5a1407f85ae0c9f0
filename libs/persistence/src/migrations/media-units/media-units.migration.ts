import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Units of media that requests used and are charged by. */
export class MediaUnits implements MigrationInterface {
  readonly name = 'MediaUnits1795391400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE audit_records ADD COLUMN images bigint, ADD COLUMN characters bigint, ADD COLUMN audio_seconds double precision',
    );
    await runner.query(`ALTER TABLE usage_daily ADD COLUMN images bigint NOT NULL DEFAULT 0,
      ADD COLUMN characters bigint NOT NULL DEFAULT 0, ADD COLUMN audio_seconds double precision NOT NULL DEFAULT 0`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
