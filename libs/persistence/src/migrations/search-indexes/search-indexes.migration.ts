import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the extension, and the indexes where its class of operators is. Whoever owns a database may make `pg_trgm` since PostgreSQL
 * 13 (it is trusted), but a server may lack it, as the embedded database does, or allow none: then a search reads every row, as before.
 */
const INDEXES = `
DO $search$
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'Searches have no index: %', SQLERRM;
  END;
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX ix_credentials__search ON credentials USING gin (name gin_trgm_ops, hint gin_trgm_ops);
    CREATE INDEX ix_users__search ON users USING gin (name gin_trgm_ops, email gin_trgm_ops);
  END IF;
END $search$`;

/** Indexes for searches within the names of keys and people, of which an organization may have a hundred thousand. */
export class SearchIndexes implements MigrationInterface {
  readonly name = 'SearchIndexes1795950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEXES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
