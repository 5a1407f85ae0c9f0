import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENCRYPTION_CANARY = `
CREATE TABLE encryption_canary (
  id smallint NOT NULL DEFAULT 1,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_encryption_canary PRIMARY KEY (id),
  CONSTRAINT ck_encryption_canary__id CHECK (id = 1)
);
`;

export class EncryptionCanary implements MigrationInterface {
  readonly name = 'EncryptionCanary1795380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENCRYPTION_CANARY);
    await runner.query('ALTER TABLE audit_records ADD COLUMN client_address text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
