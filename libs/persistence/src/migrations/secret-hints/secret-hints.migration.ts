import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hints of secrets are stored beside them. Rows from before have no hints, because a migration decrypts nothing: `keys
 * reseal` stores theirs, or whoever sets the secret again.
 */
export class SecretHints implements MigrationInterface {
  readonly name = 'SecretHints1795518600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE workspace_providers ADD COLUMN secret_hints jsonb NOT NULL DEFAULT '{}'");
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
