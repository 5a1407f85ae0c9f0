import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sinks of the kind `azure_blob`. */
const AZURE_EXPORTS = `
ALTER TABLE exports DROP CONSTRAINT ck_exports__kind,
  ADD CONSTRAINT ck_exports__kind CHECK (kind IN ('http', 'splunk_hec', 'clickhouse', 's3', 'otlp', 'kafka', 'azure_blob'));
`;

export class AzureExports implements MigrationInterface {
  readonly name = 'AzureExports1796060700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AZURE_EXPORTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
