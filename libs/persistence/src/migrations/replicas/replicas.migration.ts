import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
CREATE TABLE replicas (
  id uuid NOT NULL,
  service text NOT NULL,
  version text NOT NULL,
  commit text,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  facts jsonb NOT NULL,
  CONSTRAINT pk_replicas PRIMARY KEY (id)
)`;

/** The processes that are alive, for the operator's page. */
export class Replicas implements MigrationInterface {
  readonly name = 'Replicas1795519200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
