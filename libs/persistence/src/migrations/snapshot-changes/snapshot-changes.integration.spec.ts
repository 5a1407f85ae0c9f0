import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases, waitUntil } from '@multilane/testing';
import { type DatabaseWithSecrets, openDatabase } from '../../database.js';
import type { Actor } from '../../records/change.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };

/** Brings the schema back to what it was before the migration. */
const UNDO = `
  DROP FUNCTION note_snapshot_version, note_snapshot_change, forget_snapshot_versions CASCADE;
  DROP TABLE snapshot_versions, snapshot_changes;
  DELETE FROM schema_migrations WHERE name LIKE 'SnapshotChanges%';
`;

// The embedded database has one session.
const servers = testDatabases().filter(({ name }) => name === 'postgres');

describe.each(servers)('the migration that notes changes, on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let writer: DatabaseWithSecrets;

  beforeAll(async () => {
    const location = await kind.create();
    database = await openDatabase(location);
    writer = await openDatabase(location);
    await database.migrate();
  }, 60_000);

  afterAll(async () => {
    await Promise.all([database.close(), writer.close()]);
    await kind.stop();
  }, 30_000);

  it('waits for changes of the previous release that are running, and undoes none', async () => {
    const { id } = await database.change(ACTOR, ({ organizations }) =>
      organizations.create({ name: 'default', products: [] }),
    );
    await database.inTransaction(({ executeSql }) => executeSql(UNDO));
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const change = writer.change(ACTOR, async ({ teams }) => {
      const team = await teams.create(id, { name: 'team' });
      isWritten();
      await finished;
      return team;
    });
    await written;
    const migrated = database.migrate();
    await waitUntil('the migration waits for a lock', async () => {
      const { rows } = await writer.sql.executeSql('SELECT FROM pg_locks WHERE NOT granted');
      return rows.length > 0 || undefined;
    });
    finish();
    const [changed, { applied }] = await Promise.all([change, migrated]);
    expect(applied).toMatchObject([expect.stringMatching(/^SnapshotChanges/)]);
    const before = await database.upstreamSecrets.loadSnapshotRows();
    expect(before.teams.map((team) => team.id)).toEqual([changed.id]);
    const { id: later } = await writer.change(ACTOR, ({ teams }) => teams.create(id, { name: 'later' }));
    const since = await database.upstreamSecrets.loadSnapshotRows();
    await writer.change(ACTOR, ({ teams }) => teams.remove(id, later));
    expect((await database.upstreamSecrets.loadSnapshotChanges(since))?.tables).toEqual({
      teams: { ids: [later], rows: [] },
    });
  });
});
