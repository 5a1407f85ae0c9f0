import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `provider` is a provider's own name, and `provider_kind` its kind. Rows of earlier versions have the kind as the name and no kind;
 * they are read as both. `kind` says what a request counts as; it is null in such rows, which are counted already.
 */
export class ProviderNames implements MigrationInterface {
  readonly name = 'ProviderNames1795896000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_records ADD COLUMN provider_kind text, ADD COLUMN kind text');
    await runner.query('ALTER TABLE usage_daily ADD COLUMN provider_kind text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
