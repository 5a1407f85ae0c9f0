import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sinks of the kind `kafka`. */
const KAFKA_EXPORTS = `
ALTER TABLE exports DROP CONSTRAINT ck_exports__kind,
  ADD CONSTRAINT ck_exports__kind CHECK (kind IN ('http', 'splunk_hec', 'clickhouse', 's3', 'otlp', 'kafka'));
`;

export class KafkaExports implements MigrationInterface {
  readonly name = 'KafkaExports1796048100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KAFKA_EXPORTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
