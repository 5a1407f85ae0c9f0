import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPostgres, type PostgresServer, PROJECT_ROOT, startPostgres } from '@multilane/testing';

const LIMIT_MS = 60_000;

/** pg_dump and pg_restore are those of the server, which CI installs. */
const SERVERS = findPostgres() === undefined && !process.env.CI ? [] : ['PostgreSQL'];

/** A step of scripts/operator-path.mjs starts services on a restored backup. */
describe.each(SERVERS)('a backup of %s', () => {
  let folder: string;
  let postgres: PostgresServer;
  let before: string;

  const run = (script: string, backup: string, databaseUrl: string) => {
    const { status, stdout, stderr } = spawnSync(join(PROJECT_ROOT, 'deploy', script), [backup], {
      encoding: 'utf8',
      env: {
        PATH: `${findPostgres()}:/usr/bin:/bin`,
        DATABASE_URL: databaseUrl,
        GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
      },
    });
    return { status, stdout, stderr };
  };

  const query = (databaseUrl: string, sql: string): string =>
    execFileSync(join(findPostgres() ?? '', 'psql'), ['--no-psqlrc', '-qtA', '-c', sql, databaseUrl], {
      encoding: 'utf8',
    });

  /** The same database by the address of a role that owns it, and is no superuser. */
  const ordinary = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    query(databaseUrl, `ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO ordinary`);
    url.username = 'ordinary';
    return url.href;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-backup-'));
    writeFileSync(join(folder, 'gateway.yaml'), 'server: { host: 127.0.0.1 }\n');
    postgres = await startPostgres();
    before = await postgres.createDatabase();
    query(before, 'CREATE ROLE ordinary LOGIN');
    query(before, "CREATE TABLE teams (name text); INSERT INTO teams VALUES ('research')");
  }, LIMIT_MS);

  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT_MS);

  it(
    'holds the database and gateway.yaml, and is restored into an empty database alone',
    async () => {
      const backup = join(folder, 'backup');
      expect(run('backup.sh', backup, before)).toEqual({ status: 0, stdout: `${backup}\n`, stderr: '' });
      expect(readdirSync(backup).sort()).toEqual(['SHA256SUMS', 'gateway.yaml', 'multilane.dump']);
      const after = await postgres.createDatabase();
      expect(run('restore.sh', backup, after)).toMatchObject({ status: 0, stderr: '' });
      expect(query(after, 'SELECT name FROM teams')).toBe('research\n');
      expect(run('backup.sh', backup, before)).toMatchObject({ status: 1, stderr: expect.stringContaining('exists') });
      expect(run('restore.sh', backup, after)).toMatchObject({ status: 1, stderr: expect.stringMatching(/not empty/) });
    },
    LIMIT_MS,
  );

  it(
    'is restored by the owner of a database, who is no superuser and leaves extensions of superusers out',
    async () => {
      const source = await postgres.createDatabase();
      query(source, 'CREATE EXTENSION pg_stat_statements; CREATE EXTENSION pg_trgm; CREATE TABLE kept (name text)');
      query(source, "INSERT INTO kept VALUES ('x'); CREATE INDEX kept_trigrams ON kept USING gin (name gin_trgm_ops)");
      const backup = join(folder, 'with-extensions');
      expect(run('backup.sh', backup, source)).toMatchObject({ status: 0 });
      const owned = ordinary(await postgres.createDatabase());
      expect(run('restore.sh', backup, owned)).toEqual({
        status: 0,
        stdout: expect.stringContaining('Restored.'),
        stderr:
          'restore: left out the extension pg_stat_statements, which ordinary cannot create here and Multilane does not need\n',
      });
      expect(query(owned, 'SELECT name FROM kept')).toBe('x\n');
      expect(query(owned, "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'")).toBe('pg_trgm\n');

      const prepared = await postgres.createDatabase();
      query(prepared, 'CREATE EXTENSION pg_stat_statements; CREATE EXTENSION pg_trgm');
      expect(run('restore.sh', backup, ordinary(prepared))).toMatchObject({ status: 0, stderr: '' });
    },
    LIMIT_MS,
  );

  it(
    'is rejected when it is damaged, and is not left behind by half',
    async () => {
      const backup = join(folder, 'backup');
      appendFileSync(join(backup, 'multilane.dump'), 'x');
      const empty = await postgres.createDatabase();
      expect(run('restore.sh', backup, empty)).toMatchObject({ status: 1, stderr: expect.stringMatching(/damaged/) });
      const failed = run('backup.sh', join(folder, 'other'), 'postgres://127.0.0.1:9/nothing');
      expect(failed.status).not.toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
    },
    LIMIT_MS,
  );
});
