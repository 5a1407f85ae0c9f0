import type { MigrationInterface, QueryRunner } from 'typeorm';

const EXPORTS = `
CREATE TABLE export_sinks (
  id uuid NOT NULL,
  name text NOT NULL,
  position bigint NOT NULL,
  place integer NOT NULL DEFAULT 0,
  planned_position bigint,
  planned_place integer,
  fence bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  state text NOT NULL DEFAULT 'new',
  problem text,
  delivered bigint NOT NULL DEFAULT 0,
  rejected bigint NOT NULL DEFAULT 0,
  dropped bigint NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_export_sinks PRIMARY KEY (id),
  CONSTRAINT uq_export_sinks__name UNIQUE (name),
  CONSTRAINT ck_export_sinks__state CHECK (state IN ('new', 'working', 'away', 'refused'))
);

CREATE TABLE export_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  position bigint,
  organization_id uuid,
  times timestamptz[] NOT NULL,
  ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_export_entries PRIMARY KEY (id)
);
CREATE SEQUENCE export_positions;
CREATE UNIQUE INDEX uq_export_entries__position ON export_entries (position);
CREATE INDEX ix_export_entries__waiting ON export_entries (id) WHERE position IS NULL;

CREATE TABLE export_rejects (
  id uuid NOT NULL,
  sink_id uuid NOT NULL,
  record_time timestamptz NOT NULL,
  record_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_export_rejects PRIMARY KEY (id),
  CONSTRAINT fk_export_rejects__sink_id FOREIGN KEY (sink_id) REFERENCES export_sinks (id) ON DELETE CASCADE
);
CREATE INDEX ix_export_rejects__sink_id_id ON export_rejects (sink_id, id);
`;

/** Sinks that records are exported to, the order in which records were stored, and records that sinks rejected. */
export class Exports implements MigrationInterface {
  readonly name = 'Exports1796023200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXPORTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
