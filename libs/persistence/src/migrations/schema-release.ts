/**
 * Every release, the newest last: what tells how far apart two of them are. A release adds itself (docs/releasing.md). The
 * schema of one works with its own services and those of the one before (docs/upgrading.md#rules).
 */
export const RELEASES = ['0.1.0'] as const;

/** The schema belongs to a release that this one is too old for. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';

  constructor(version: string, own: string) {
    super(
      `The schema of the database is that of release ${version}. This is release ${own}, which runs on its own schema and on that of ` +
        'the next release only. Start the release of the schema or the one before it, or restore the backup from before the upgrade.',
    );
  }
}

/** Runs SQL. */
interface Queries {
  query(sql: string): Promise<unknown>;
}

/** Release that the schema states: a comment of the table of migrations, which every release can read. */
const SUBJECT = 'schema_migrations';
const FORM = /^release (\d{1,6}) \(([0-9A-Za-z.+-]{1,40})\)$/;

interface SchemaRelease {
  readonly number: number;
  readonly version: string;
}

async function readRelease(queries: Queries): Promise<SchemaRelease | undefined> {
  const rows = await queries.query(`SELECT obj_description(to_regclass('${SUBJECT}'), 'pg_class') AS comment`);
  const [row] = rows as readonly { readonly comment: string | null }[];
  const [, number, version] = FORM.exec(row?.comment ?? '') ?? [];
  return number === undefined || version === undefined ? undefined : { number: Number(number), version };
}

/**
 * Passes for a schema of this release, of the next one and of any before it.
 *
 * @throws SchemaTooNew
 */
export async function checkSchemaRelease(queries: Queries, releases: readonly string[] = RELEASES): Promise<void> {
  const found = await readRelease(queries);
  if (found === undefined || found.number <= releases.length + 1) return;
  throw new SchemaTooNew(found.version, releases.at(-1) ?? '');
}

/** Notes that the schema is that of this release, unless it is that of a later one. */
export async function noteSchemaRelease(queries: Queries, releases: readonly string[] = RELEASES): Promise<void> {
  const found = await readRelease(queries);
  if (found !== undefined && found.number >= releases.length) return;
  await queries.query(`COMMENT ON TABLE ${SUBJECT} IS 'release ${releases.length} (${releases.at(-1) ?? ''})'`);
}
