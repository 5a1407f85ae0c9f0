import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { Connection } from './connection/connection.js';
import { type Database, openDatabase } from './database.js';
import { ConflictError, DatabaseUnavailable, NotFoundError, UnknownReferenceError } from './database-error.js';
import { MIGRATIONS } from './migrations/all-migrations.js';
import { migrate } from './migrations/migrate.js';
import type { Actor, Topic } from './records/change.js';

const ACTOR: Actor = { type: 'user', id: 'u1', name: 'ada@example.com', requestId: 'r1', address: '192.0.2.1' };

/** Foreign keys without an index on their columns, or at least on the id among them, which comes last. */
const UNINDEXED_FOREIGN_KEYS = `
  SELECT conname FROM pg_constraint
   WHERE contype = 'f' AND NOT EXISTS (
     SELECT FROM pg_index WHERE indrelid = conrelid AND (
       (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey OR indkey[0] = conkey[cardinality(conkey)]))`;

describe.each(databasesInTurn(import.meta.filename))('on the $name database', (kind) => {
  let database: Database;
  let organizationId: string;
  let otherId: string;
  /** Each announced version, and the one that the database had by then. */
  const announced: Promise<[number, number]>[] = [];

  beforeAll(async () => {
    const announce = (version: number): void => {
      announced.push(database.version().then((stored) => [version, stored]));
    };
    database = await openDatabase({ ...(await kind.create()), channel: { announce } });
    await database.migrate();
    [organizationId, otherId] = await database.change(ACTOR, async ({ organizations }) => {
      const first = await organizations.create({ name: 'default', products: ['ai_gateway'], source: 'config' });
      return [first.id, (await organizations.create({ name: 'other' })).id];
    });
  }, 60_000);

  afterAll(async () => {
    // The last change may still be asking for its version.
    await Promise.allSettled(announced);
    await database.close();
    await kind.stop();
  }, 30_000);

  describe('the schema', () => {
    it('is made from empty by one of the services that start at once, and equals what the entities say', async () => {
      const location = await kind.createEmpty();
      const connections =
        'url' in location
          ? await Promise.all([1, 2, 3].map(() => Connection.open(location)))
          : Array<Connection>(3).fill(await Connection.open(location));
      try {
        const reports = await Promise.all(connections.map((connection) => migrate(connection)));
        const names = MIGRATIONS.map((Migration) => new Migration().name);
        expect(reports.flatMap(({ applied }) => applied)).toEqual(names);
        const [connection] = connections;
        const source = await connection?.dataSource();
        const difference = await source?.driver.createSchemaBuilder().log();
        expect(difference?.upQueries.map(({ query }) => query)).toEqual([]);
        expect(await source?.query(UNINDEXED_FOREIGN_KEYS)).toEqual([]);
      } finally {
        await Promise.all(connections.map((connection) => connection.close()));
      }
    }, 60_000);

    it('is left alone when it is up to date', async () => {
      expect(await database.migrate()).toEqual({ applied: [] });
    });

    it('that is missing is an unavailable database, and says who makes it', async () => {
      const bare = await openDatabase(await kind.createEmpty());
      try {
        await expect(bare.version()).rejects.toThrow('its schema is missing; the workspace service makes it');
        await expect(bare.version()).rejects.toThrow(DatabaseUnavailable);
        expect(await bare.isAvailable()).toBe(true);
      } finally {
        await bare.close();
      }
    }, 60_000);
  });

  describe('a change', () => {
    it('writes who did what, before and after, and the fields that changed only', async () => {
      const team = await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'audited' }));
      await database.change(ACTOR, ({ teams }) =>
        teams.update(organizationId, team.id, { rpmLimit: 5, name: 'audited' }),
      );
      const { data } = await database.changes.listPage(organizationId, { limit: 10, filters: { targetId: team.id } });
      expect(data).toMatchObject([
        { action: 'team.update', before: { rpmLimit: 0 }, after: { rpmLimit: 5 }, targetName: 'audited' },
        { action: 'team.create', before: null, after: { name: 'audited', allowedModels: null } },
      ]);
      expect(data[0]).toMatchObject({
        actorType: 'user',
        actorId: 'u1',
        actorName: 'ada@example.com',
        requestId: 'r1',
        address: '192.0.2.1',
        organizationId,
      });
      expect(Object.keys(data[0]?.after ?? {})).toEqual(['rpmLimit']);
    });

    it('that changes nothing writes nothing', async () => {
      const team = await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'unchanged' }));
      const version = await database.version();
      await database.change(ACTOR, ({ teams }) => teams.update(organizationId, team.id, { name: 'unchanged' }));
      expect(await database.version()).toBe(version);
      const { data } = await database.changes.listPage(organizationId, { limit: 10, filters: { targetId: team.id } });
      expect(data).toHaveLength(1);
    });

    it('that fails leaves nothing behind: no row, no audit, no version', async () => {
      const version = await database.version();
      const failing = database.change(ACTOR, async ({ teams }) => {
        await teams.create(organizationId, { name: 'ghost' });
        throw new Error('second thoughts');
      });
      await expect(failing).rejects.toThrow('second thoughts');
      expect(await database.teams.findByName(organizationId, 'ghost')).toBeUndefined();
      expect(await database.version()).toBe(version);
    });

    it('carries the topics of all that it did in one version', async () => {
      const since = await database.version();
      const { team, account } = await database.change(ACTOR, async ({ teams, serviceAccounts, workspaces, note }) => {
        const workspace = await workspaces.create(organizationId, { name: 'topics' });
        const account = await serviceAccounts.create(organizationId, { workspaceId: workspace.id, name: 'bot' });
        await serviceAccounts.update(organizationId, account.id, { disabled: true });
        note({ organizationId, action: 'x.y', targetType: 'x', targetId: null }, 'credential:c1');
        return { team: await teams.create(organizationId, { name: 'topics' }), account };
      });
      expect(team.name).toBe('topics');
      const topics: Topic[] = ['snapshot', `service_account:${account.id}`, 'credential:c1'];
      expect(await database.readTopics(since)).toEqual({
        version: since + 1,
        changes: [{ version: since + 1, topics }],
      });
    });

    it('with more rows than one statement can hold is recorded whole', async () => {
      const before = await database.version();
      await database.change(ACTOR, async (change) => {
        for (let count = 0; count < 6_000; count += 1) {
          change.note({ organizationId: null, action: 'thing.note', targetType: 'thing', targetId: `${count}` });
        }
        await change.organizations.create({ name: 'many' });
      });
      expect(await database.version()).toBe(before + 1);
    });

    it('is announced after its commit, and only then', async () => {
      announced.splice(0);
      const since = await database.version();
      await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'announced' }));
      await expect(
        database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'announced' })),
      ).rejects.toThrow(ConflictError);
      expect(await Promise.all(announced)).toEqual([[since + 1, since + 1]]);
    });
  });

  describe('a tenant', () => {
    it('finds, changes and removes nothing of another one', async () => {
      const { id } = await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'mine' }));
      expect(await database.teams.find(otherId, id)).toBeUndefined();
      expect(await database.organizations.find(id)).toBeUndefined();
      const attempts = [
        database.change(ACTOR, ({ teams }) => teams.update(otherId, id, { name: 'theirs' })),
        database.change(ACTOR, ({ teams }) => teams.remove(otherId, id)),
        database.change(ACTOR, ({ teams }) => teams.addMember(otherId, id, id)),
      ];
      await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(NotFoundError)));
      expect(await database.teams.find(organizationId, id)).toMatchObject({ name: 'mine' });
      const { data } = await database.teams.listPage(otherId, { limit: 100 });
      expect(data).toEqual([]);
    });

    it('cannot refer to what another one has', async () => {
      const team = await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'referred' }));
      const create = database.change(ACTOR, ({ credentials }) =>
        credentials.create(otherId, {
          kind: 'api_key',
          name: 'k',
          hint: 'ml-…1234',
          hash: 'a'.repeat(64),
          teamId: team.id,
        }),
      );
      await expect(create).rejects.toThrow(UnknownReferenceError);
      await expect(create).rejects.toMatchObject({ field: 'team_id' });
    });

    it.each(['', 'x', '00000000-0000-0000-0000-00000000000g', "' OR 1=1", '../..'])(
      'finds nothing by %j, which is no id',
      async (text) => {
        expect(await database.teams.find(organizationId, text)).toBeUndefined();
        expect(await database.credentials.findIdentityById(organizationId, text)).toBeUndefined();
        expect(await database.teams.find(text, organizationId)).toBeUndefined();
        const page = await database.credentials.listPage(organizationId, { limit: 5, filters: { teamId: text } });
        expect(page).toEqual({ data: [], nextCursor: null });
      },
    );
  });

  describe('a list', () => {
    it('comes page by page from the newest to the oldest, complete whatever is added meanwhile', async () => {
      const names = Array.from({ length: 7 }, (_, index) => `page-${index}`);
      await database.change(ACTOR, async ({ workspaces }) => {
        for (const name of names) await workspaces.create(otherId, { name });
      });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await database.workspaces.listPage(otherId, { limit: 3, cursor });
        seen.push(...page.data.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
        await database.change(ACTOR, ({ workspaces }) => workspaces.create(otherId, { name: `later-${seen.length}` }));
      } while (cursor !== undefined);
      expect(seen).toEqual(names.toReversed());
    });

    it.each(['', 'x', 'AAAA', '../../etc', `${'A'.repeat(21)}=`])('rejects %j as a cursor', async (cursor) => {
      await expect(database.teams.listPage(organizationId, { limit: 1, cursor })).rejects.toMatchObject({
        name: 'InvalidCursorError',
      });
    });
  });

  describe('a conflict', () => {
    it('names the field whose value exists', async () => {
      await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'twice' }));
      const again = database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'twice' }));
      await expect(again).rejects.toEqual(new ConflictError('name', 'taken'));
      const elsewhere = await database.change(ACTOR, ({ teams }) => teams.create(otherId, { name: 'twice' }));
      expect(elsewhere.name).toBe('twice');
    });

    it('between two at once lets one through', async () => {
      const create = () => database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: 'race' }));
      const results = await Promise.allSettled([create(), create(), create(), create()]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toEqual(new ConflictError('name', 'taken'));
      }
    });
  });
});
