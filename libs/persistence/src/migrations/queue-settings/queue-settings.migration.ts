import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues of teams, keys and policies, and priorities of teams and keys. Without them requests are rejected at once, as before. */
const QUEUE_SETTINGS = `
ALTER TABLE teams ADD COLUMN queue jsonb, ADD COLUMN priority text, ADD COLUMN max_priority text;
ALTER TABLE teams ADD CONSTRAINT ck_teams__priorities CHECK (
  priority IN ('low', 'normal', 'high', 'critical') AND max_priority IN ('low', 'normal', 'high', 'critical'));
ALTER TABLE credentials ADD COLUMN queue jsonb, ADD COLUMN priority text, ADD COLUMN max_priority text;
ALTER TABLE credentials ADD CONSTRAINT ck_credentials__priorities CHECK (
  priority IN ('low', 'normal', 'high', 'critical') AND max_priority IN ('low', 'normal', 'high', 'critical'));
ALTER TABLE rate_limit_policies ADD COLUMN queue jsonb;
`;

export class QueueSettings implements MigrationInterface {
  readonly name = 'QueueSettings1796047200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(QUEUE_SETTINGS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
