import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['memberships', 'statement_schedules'];

/** Each change makes a later time, also one of a release that knows no versions of these rows. */
const STAMP = `
CREATE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END
$body$;
`;

const addTo = (table: string): string => `
ALTER TABLE ${table} ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE TRIGGER stamp_change BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION stamp_change();
`;

/** Versions of memberships and of the schedules of statements. */
export class MemberVersions implements MigrationInterface {
  readonly name = 'MemberVersions1796044380000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STAMP);
    for (const table of TABLES) await runner.query(addTo(table));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
