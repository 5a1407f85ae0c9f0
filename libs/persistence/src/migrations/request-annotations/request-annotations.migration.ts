import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks and notes that people give to requests: one for each record, with the record's id and time. There is no foreign key to the
 * records, whose partitions are dropped: whoever removes old records removes these too.
 */
const REQUEST_ANNOTATIONS = `
CREATE TABLE request_annotations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  time timestamptz NOT NULL,
  request_id text NOT NULL,
  rating text NOT NULL,
  note text NOT NULL DEFAULT '',
  annotated_by_id uuid,
  annotated_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_request_annotations PRIMARY KEY (id),
  CONSTRAINT fk_request_annotations__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_request_annotations__rating CHECK (rating IN ('good', 'bad'))
);
CREATE INDEX ix_request_annotations__organization_id_rating_time ON request_annotations (organization_id, rating, time);
CREATE INDEX ix_request_annotations__time ON request_annotations (time);
`;

export class RequestAnnotations implements MigrationInterface {
  readonly name = 'RequestAnnotations1796012000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REQUEST_ANNOTATIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
