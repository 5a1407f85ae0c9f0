import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed contents of requests and answers; the id and time are those of the audit record. */
const AUDIT_PAYLOADS = `
CREATE TABLE audit_payloads (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  time timestamptz NOT NULL,
  sealed text NOT NULL,
  CONSTRAINT pk_audit_payloads PRIMARY KEY (id),
  CONSTRAINT fk_audit_payloads__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX ix_audit_payloads__time ON audit_payloads (time);
CREATE INDEX ix_audit_payloads__organization_id ON audit_payloads (organization_id);
`;

export class AuditPayloads implements MigrationInterface {
  readonly name = 'AuditPayloads1795386000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AUDIT_PAYLOADS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
