import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Attribution of requests: tags, the customer of the caller, the client program and its session. New columns without a default rewrite no
 * row. The indexes have no rows of the partitions that exist: those are indexed in the background, and new partitions from the start.
 */
const STATEMENTS = [
  `ALTER TABLE audit_records ADD COLUMN tags jsonb, ADD COLUMN customer text, ADD COLUMN client text,
     ADD COLUMN client_version text, ADD COLUMN session text`,
  `CREATE INDEX ix_audit_records__tags ON ONLY audit_records USING gin (tags jsonb_path_ops) WHERE tags IS NOT NULL`,
  `CREATE INDEX ix_audit_records__customer ON ONLY audit_records (organization_id, customer, time, id) WHERE customer IS NOT NULL`,
  `CREATE INDEX ix_audit_records__client ON ONLY audit_records (organization_id, client, time, id) WHERE client IS NOT NULL`,
  `CREATE INDEX ix_audit_records__session ON ONLY audit_records (organization_id, session, time, id) WHERE session IS NOT NULL`,
];

export class AuditAttribution implements MigrationInterface {
  readonly name = 'AuditAttribution1795989600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
