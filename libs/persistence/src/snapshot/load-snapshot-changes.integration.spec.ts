import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Change, type DatabaseWithSecrets, openDatabase } from '../database.js';
import type { Actor } from '../records/change.js';
import { SecretBox } from '../secrets/secret-box.js';
import type { SnapshotChanges, SnapshotRows } from './snapshot-rows.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const LIMITS = { scope: 'organization', workspaceId: null, model: null, appliesPer: 'shared' } as const;

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('changes of the rows of a snapshot, on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let second: DatabaseWithSecrets;
  let organizationId: string;
  let before: SnapshotRows;
  let names = 0;
  const unique = (prefix: string): string => `${prefix}-${++names}`;
  const change = <Result>(work: (change: Change) => Promise<Result>): Promise<Result> => database.change(ACTOR, work);
  const sql = (text: string) => database.sql.executeSql(text);
  const load = () => database.upstreamSecrets.loadSnapshotRows();
  const changesSince = (rows: SnapshotRows) => database.upstreamSecrets.loadSnapshotChanges(rows);
  const makeTeam = (name = unique('team')) => change(({ teams }) => teams.create(organizationId, { name }));
  const idsOf = (changes: SnapshotChanges | undefined) =>
    Object.fromEntries(Object.entries(changes?.tables ?? {}).map(([name, table]) => [name, table.ids]));

  beforeAll(async () => {
    const location = await kind.create();
    const secretBox = SecretBox.fromKeys(Buffer.alloc(32, 1).toString('base64'));
    database = await openDatabase({ ...location, secretBox });
    // The embedded database has one session.
    second = 'url' in location ? await openDatabase({ ...location, secretBox }) : database;
    await database.migrate();
    await change(async ({ organizations }) => {
      ({ id: organizationId } = await organizations.create({ name: 'default', products: [] }));
    });
  }, 60_000);

  afterAll(async () => {
    await database.close();
    if (second !== database) await second.close();
    await kind.stop();
  }, 30_000);

  beforeEach(async () => {
    // Those without a version would be told with every one.
    await sql('DELETE FROM snapshot_changes WHERE NOT has_version');
    before = await load();
  });

  it('are none where nothing has changed', async () => {
    expect(await changesSince(before)).toEqual({ version: before.version, madeAt: before.madeAt, tables: {} });
  });

  it('hold the rows that were made, changed and deleted, of their tables alone', async () => {
    const [kept, gone] = [await makeTeam(), await makeTeam()];
    before = await load();
    const made = await makeTeam();
    await change(({ teams }) => teams.update(organizationId, kept.id, { allowedModels: [] }));
    await change(({ teams }) => teams.remove(organizationId, gone.id));
    const after = await load();
    const ids = [kept.id, gone.id, made.id].sort();
    const rows = after.teams.filter(({ id }) => ids.includes(id));
    expect(rows.map(({ id }) => id)).toEqual([kept.id, made.id].sort());
    expect(await changesSince(before)).toEqual({
      version: after.version,
      madeAt: after.madeAt,
      tables: { teams: { ids, rows } },
    });
  });

  it('hold what foreign keys delete', async () => {
    const { workspace, provider, model, server } = await change(
      async ({ workspaces, providers, models, mcpServers }) => {
        const workspace = await workspaces.create(organizationId, { name: unique('workspace') });
        await workspaces.create(organizationId, { name: unique('other') });
        const workspaceId = workspace.id;
        const provider = await providers.create(organizationId, { workspaceId, name: 'openai', kind: 'openai' });
        const named = { logicalName: 'm', upstreamModel: 'm', providerId: provider.id };
        const model = await models.create(organizationId, { workspaceId, kind: 'model', type: 'chat', ...named });
        const server = await mcpServers.create(organizationId, { workspaceId, name: 's', url: 'https://example.com' });
        return { workspace, provider, model, server };
      },
    );
    const { user, policy } = await change(async ({ users, rateLimitPolicies }) => {
      const user = await users.create(organizationId, { email: `${unique('ada')}@example.com`, name: 'Ada' });
      const limits = { name: unique('limit'), requestsPerMinute: 1, userId: user.id, ...LIMITS };
      return { user, policy: await rateLimitPolicies.create(organizationId, limits) };
    });
    before = await load();
    await sql(`DELETE FROM users WHERE id = '${user.id}'`);
    await sql(`DELETE FROM workspace_models WHERE id = '${model.id}'`);
    await change(({ workspaces }) => workspaces.remove(organizationId, workspace.id));
    expect(idsOf(await changesSince(before))).toEqual({
      workspaces: [workspace.id],
      providers: [provider.id],
      models: [model.id],
      mcpServers: [server.id],
      rateLimitPolicies: [policy.id],
    });
  });

  it('hold what was written without a version, and what a change wrote after its version', async () => {
    const [first, second] = [await makeTeam(), await makeTeam()];
    before = await load();
    await sql(`UPDATE teams SET rpm_limit = 1 WHERE id = '${first.id}'`);
    await database.inTransaction(async ({ executeSql }) => {
      await executeSql('UPDATE policy_version SET version = version + 1');
      await executeSql("INSERT INTO policy_changes (version, topics) SELECT version, '{}' FROM policy_version");
      await executeSql(`UPDATE teams SET rpm_limit = 2 WHERE id = '${second.id}'`);
    });
    const changes = await changesSince(before);
    expect(changes?.tables.teams?.rows.map(({ id, rpmLimit }) => [id, rpmLimit])).toEqual([
      [first.id, 1],
      [second.id, 2],
    ]);
  });

  it('hold what an organization took with it, and nothing of a change that was undone', async () => {
    const { organization, team } = await change(async ({ organizations, teams }) => {
      const organization = await organizations.create({ name: unique('organization'), products: [] });
      return { organization, team: await teams.create(organization.id, { name: 'team' }) };
    });
    before = await load();
    const undone = change(async ({ teams }) => {
      await teams.create(organizationId, { name: unique('team') });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await change(async ({ note }) => {
      await Promise.resolve();
      note({ organizationId, action: 'test.note', targetType: 'test', targetId: null }, 'snapshot');
    });
    expect(idsOf(await changesSince(before))).toEqual({});
    await database.inTransaction(async ({ executeSql }) => {
      await executeSql(`DELETE FROM organizations WHERE id = '${organization.id}'`);
      await executeSql('UPDATE policy_version SET version = version + 1');
      await executeSql("INSERT INTO policy_changes (version, topics) SELECT version, '{snapshot}' FROM policy_version");
    });
    expect(idsOf(await changesSince(before))).toEqual({ organizations: [organization.id], teams: [team.id] });
  });

  it('cannot be told where a version in between is not known any more', async () => {
    await makeTeam();
    await makeTeam();
    await sql(`DELETE FROM snapshot_versions WHERE version = ${before.version + 1}`);
    expect(await changesSince(before)).toBeUndefined();
    before = await load();
    await sql('DELETE FROM snapshot_versions');
    expect(await changesSince(before)).toBeUndefined();
    before = await load();
    expect(before.madeAt).toBeUndefined();
    await makeTeam();
    expect(await changesSince(before)).toBeUndefined();
    expect(await changesSince(await load())).toMatchObject({ tables: {} });
  });

  it('cannot be told where the database was restored, though it counts the same versions or later ones again', async () => {
    await makeTeam();
    before = await load();
    await sql(
      `UPDATE snapshot_versions SET created_at = created_at + interval '1 second' WHERE version = ${before.version}`,
    );
    expect(await changesSince(before)).toBeUndefined();
    await makeTeam();
    expect(await changesSince(before)).toBeUndefined();
    expect(await changesSince({ ...before, version: before.version + 5 })).toBeUndefined();
  });

  it('cannot be told where a table was emptied whole', async () => {
    await sql('TRUNCATE rate_limit_policies');
    expect(await changesSince(before)).toBeUndefined();
    await makeTeam();
    expect(await changesSince(before)).toBeUndefined();
    expect((await load()).rateLimitPolicies).toEqual([]);
  });

  it('cannot be told where too much has changed', async () => {
    await database.inTransaction(async ({ executeSql }) => {
      await executeSql(
        `INSERT INTO teams (id, organization_id, name)
         SELECT gen_random_uuid(), '${organizationId}', 'many-' || n FROM generate_series(1, 2001) AS n`,
      );
      await executeSql('UPDATE policy_version SET version = version + 1');
      await executeSql("INSERT INTO policy_changes (version, topics) SELECT version, '{snapshot}' FROM policy_version");
    });
    expect(await changesSince(before)).toBeUndefined();
    await sql("DELETE FROM teams WHERE name LIKE 'many-%'");
  });

  it('are told after hours without a change to whoever was up to date, and to nobody who missed one', async () => {
    await makeTeam();
    const current = await load();
    for (const table of ['snapshot_versions', 'snapshot_changes']) {
      await sql(`UPDATE ${table} SET created_at = created_at - interval '3 hours'`);
    }
    const since = { ...current, madeAt: (await load()).madeAt };
    const team = await makeTeam();
    expect(idsOf(await changesSince(since))).toEqual({ teams: [team.id] });
    expect(await changesSince(before)).toBeUndefined();
    const { rows } = await sql('SELECT count(*) AS kept FROM snapshot_changes');
    // The one of the version before the newest, and the newest.
    // A number of the embedded database, a text of PostgreSQL.
    expect(rows.map(({ kept }) => Number(kept))).toEqual([2]);
  });

  it('are whole where two writers overlap and the first to write is the last to commit', async () => {
    if (second === database) return;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const slow = second.change(ACTOR, async ({ teams }) => {
      const team = await teams.create(organizationId, { name: unique('slow') });
      isWritten();
      await finished;
      return team;
    });
    await written;
    const fast = await makeTeam();
    const between = await load();
    expect(idsOf(await changesSince(before))).toEqual({ teams: [fast.id] });
    finish();
    const { id } = await slow;
    expect(idsOf(await changesSince(between))).toEqual({ teams: [id] });
    expect(idsOf(await changesSince(before))).toEqual({ teams: [fast.id, id].sort() });
  });

  it('cannot be told on the schema of an earlier release, whose rows are loaded whole', async () => {
    await sql('ALTER TABLE snapshot_versions RENAME TO hidden_versions');
    const earlier = await load();
    expect(earlier).toEqual({ ...before, madeAt: undefined });
    expect(await changesSince(earlier)).toBeUndefined();
    await sql('ALTER TABLE hidden_versions RENAME TO snapshot_versions');
    expect(await changesSince(before)).toMatchObject({ tables: {} });
  });
});
