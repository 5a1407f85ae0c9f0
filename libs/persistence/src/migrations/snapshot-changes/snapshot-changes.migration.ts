import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that gateways hold in memory, in the order in which changes write them. */
const TABLES = [
  'organizations',
  'workspaces',
  'teams',
  'workspace_providers',
  'workspace_models',
  'mcp_servers',
  'rate_limit_policies',
  'policies',
];

/**
 * Rows that each version changed, whoever changed them: triggers see what foreign keys delete, and what services of the
 * previous release write. The transaction is what a version and its rows have in common, so that neither must know of
 * the other before the commit. A row of a transaction that made no version, as somebody's SQL, and one that was written
 * after the version, is told with every version. Rows that `TRUNCATE` removes have no ids that could be noted:
 * everybody loads everything with the next version.
 *
 * A version that is there has all of its rows. The version before the newest one stays however old it is, so that whoever is up to date
 * is told what changed and need not load everything.
 */
const SNAPSHOT_CHANGES = `
CREATE TABLE snapshot_versions (
  version bigint NOT NULL,
  transaction bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_snapshot_versions PRIMARY KEY (version)
);
CREATE INDEX ix_snapshot_versions__created_at ON snapshot_versions (created_at);
CREATE INDEX ix_snapshot_versions__transaction ON snapshot_versions (transaction);

CREATE TABLE snapshot_changes (
  transaction bigint NOT NULL,
  table_name text NOT NULL,
  row_id uuid NOT NULL,
  has_version boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_snapshot_changes PRIMARY KEY (transaction, table_name, row_id)
);
CREATE INDEX ix_snapshot_changes__created_at ON snapshot_changes (created_at);
CREATE INDEX ix_snapshot_changes__no_version ON snapshot_changes (transaction) WHERE NOT has_version;

CREATE FUNCTION note_snapshot_change() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO snapshot_changes (transaction, table_name, row_id)
  VALUES (pg_current_xact_id()::text::bigint, TG_TABLE_NAME, COALESCE(NEW.id, OLD.id))
  ON CONFLICT (transaction, table_name, row_id) DO UPDATE SET has_version = false, created_at = EXCLUDED.created_at;
  RETURN NULL;
END
$body$;

CREATE FUNCTION note_snapshot_version() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM snapshot_versions WHERE created_at < now() - interval '1 hour' AND version < NEW.version - 1;
  DELETE FROM snapshot_changes AS changed WHERE created_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM snapshot_versions AS made WHERE made.transaction = changed.transaction);
  UPDATE snapshot_changes SET has_version = true WHERE transaction = pg_current_xact_id()::text::bigint;
  INSERT INTO snapshot_versions (version, transaction) VALUES (NEW.version, pg_current_xact_id()::text::bigint)
  ON CONFLICT (version) DO UPDATE SET transaction = EXCLUDED.transaction, created_at = EXCLUDED.created_at;
  RETURN NULL;
END
$body$;

CREATE FUNCTION forget_snapshot_versions() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM FROM policy_version FOR UPDATE;
  DELETE FROM snapshot_versions;
  RETURN NULL;
END
$body$;
`;

const noteChangesOf = (table: string): string => `
CREATE TRIGGER note_snapshot_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
  FOR EACH ROW EXECUTE FUNCTION note_snapshot_change();
CREATE TRIGGER forget_snapshot_versions AFTER TRUNCATE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION forget_snapshot_versions();
`;

const NOTE_VERSIONS = `
CREATE TRIGGER note_snapshot_version AFTER INSERT ON policy_changes
  FOR EACH ROW EXECUTE FUNCTION note_snapshot_version();
`;

/**
 * A trigger waits for the changes that run, and holds up those to come until the migrations are committed. So it is behind the sums of usage,
 * which take long, and waits last for what changes write last: a change of which one table is locked here would otherwise wait for this,
 * and this for the change.
 */
export class SnapshotChanges implements MigrationInterface {
  readonly name = 'SnapshotChanges1795964400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SNAPSHOT_CHANGES);
    for (const table of TABLES) await runner.query(noteChangesOf(table));
    await runner.query(NOTE_VERSIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
