import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Address and browser that a session was begun from. Sessions from before have none. */
export class SessionOrigins implements MigrationInterface {
  readonly name = 'SessionOrigins1796014000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN address text, ADD COLUMN user_agent text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
