import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images that the gateway serves by address until they expire. Their bytes are compressed already. */
const STORED_IMAGES = `
CREATE TABLE stored_images (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  bytes bytea NOT NULL,
  size integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_stored_images PRIMARY KEY (id),
  CONSTRAINT fk_stored_images__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_stored_images__size CHECK (size > 0)
);
ALTER TABLE stored_images ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX ix_stored_images__expires_at ON stored_images (expires_at);
CREATE INDEX ix_stored_images__organization_id ON stored_images (organization_id, created_at);
`;

export class StoredImages implements MigrationInterface {
  readonly name = 'StoredImages1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STORED_IMAGES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
