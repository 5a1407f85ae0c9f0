import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Capture of payloads that a person switched on for a workspace, until a time. */
const TIMED_CAPTURE = 'ALTER TABLE workspaces ADD COLUMN payloads_captured_until timestamptz';

export class TimedCapture implements MigrationInterface {
  readonly name = 'TimedCapture1796012060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TIMED_CAPTURE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
