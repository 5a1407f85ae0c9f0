import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  databasesInTurn,
  findPostgres,
  hasRedis,
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedis,
  waitUntil,
} from '@multilane/testing';
import { clockTimeOf, expectWithin } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { type Database, openDatabase } from '../database.js';
import type { Actor, Topic } from '../records/change.js';
import { createVersionChannel } from './create-version-channel.js';
import { followVersion, type VersionFollower } from './follow-version.js';
import { createInProcessChannel } from './in-process-channel.js';
import type { VersionChannel } from './version-channel.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };

/** A server that can be interrupted, and the channels over it. */
interface Server {
  url: string;
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}
type Medium = { name: string; start(): Promise<Server>; open(url: string): VersionChannel };

const redis: Medium = {
  name: 'Redis',
  start: (): Promise<RedisServer> => startRedis(),
  open: (redisUrl) => createVersionChannel({ redisUrl }),
};
const postgres: Medium = {
  name: 'PostgreSQL',
  start: async () => {
    const server: PostgresServer = await startPostgres();
    return { ...server, url: await server.createDatabase() };
  },
  open: (postgresUrl) => createVersionChannel({ postgresUrl }),
};
const inProcess = createInProcessChannel();
const local: Medium = {
  name: 'this process',
  start: async () => ({
    url: '',
    interrupt: async () => undefined,
    resume: async () => undefined,
    stop: async () => undefined,
  }),
  open: () => inProcess,
};
// `testDatabases` demands PostgreSQL of CI; this demands Redis.
const media = [local, ...(hasRedis() ? [redis] : []), ...(findPostgres() ? [postgres] : [])];

describe.each(media)('the version channel over $name', (medium) => {
  let server: Server;
  const open: VersionChannel[] = [];
  const openChannel = (): VersionChannel => {
    const channel = medium.open(server.url);
    open.push(channel);
    return channel;
  };

  beforeAll(async () => {
    server = await medium.start();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((channel) => channel.close()));
  });
  afterAll(() => server.stop(), 30_000);

  /** Announces until it is received: a channel that has just been opened may not have connected yet. */
  async function announceUntilReceived(
    from: VersionChannel,
    received: readonly unknown[],
    version: number,
  ): Promise<void> {
    await waitUntil(`version ${version}`, async () => {
      if (received.includes(version)) return true;
      from.announce(version);
      await sleep(20);
      return undefined;
    });
  }

  it('notifies another channel at once', async () => {
    const [sender, receiver] = [openChannel(), openChannel()];
    const received: (number | undefined)[] = [];
    receiver.subscribe((version) => received.push(version));
    await announceUntilReceived(sender, received, 1);
    let version = 1;
    const notify = async (): Promise<void> => {
      version += 1;
      sender.announce(version);
      await waitUntil(`version ${version}`, () => received.includes(version) || undefined);
    };
    await expectWithin(100, () => clockTimeOf(notify));
  });

  it('tells nothing to who has unsubscribed', async () => {
    const channel = openChannel();
    const received: unknown[] = [];
    const unsubscribe = channel.subscribe((version) => received.push(version));
    unsubscribe();
    channel.announce(7);
    await sleep(50);
    expect(received).not.toContain(7);
  });

  it('works again after the server was unavailable, and hints that something may have been missed', async () => {
    const [sender, receiver] = [openChannel(), openChannel()];
    const received: (number | undefined)[] = [];
    receiver.subscribe((version) => received.push(version));
    await announceUntilReceived(sender, received, 1);
    await server.interrupt();
    sender.announce(2);
    received.splice(0);
    await server.resume();
    await announceUntilReceived(sender, received, 3);
    if (medium !== local) expect(received).toContain(undefined);
  }, 30_000);

  it('closes while the server is unavailable', async () => {
    await server.interrupt();
    const channel = openChannel();
    channel.announce(1);
    await channel.close();
    await server.resume();
  }, 30_000);
});

describe.each(databasesInTurn(import.meta.filename))('following the $name database', (kind) => {
  let database: Database;
  let organizationId: string;
  const followers: VersionFollower[] = [];

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    ({ id: organizationId } = await database.change(ACTOR, ({ organizations }) => organizations.create({ name: 'o' })));
  }, 60_000);
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  const follow = async (
    channel: VersionChannel,
    onTopics: (topics: readonly Topic[], version: number) => void,
    pollMs?: number,
  ) => {
    const resets: number[] = [];
    const onReset = (version: number): void => void resets.push(version);
    const follower = followVersion({ database, channel, onTopics, onReset, pollMs });
    followers.push(follower);
    await follower.catchUp();
    return { follower, resets };
  };

  it('finds within a second a change that nobody announced', async () => {
    const seen: (readonly Topic[])[] = [];
    await follow(createInProcessChannel(), (topics) => seen.push(topics));
    let changes = 0;
    const measure = async (): Promise<number> => {
      changes += 1;
      await sleep(300);
      await database.change(ACTOR, ({ teams }) => teams.create(organizationId, { name: `unannounced ${changes}` }));
      return clockTimeOf(() => waitUntil('the change', () => seen[changes - 1], 5_000));
    };
    await expectWithin(1_000, measure);
    expect(seen).toEqual(Array.from({ length: changes }, () => ['snapshot']));
  });

  it('treats a gap as a reset: rows are stored for an hour', async () => {
    const { follower, resets } = await follow(createInProcessChannel(), () => undefined, 60_000);
    const since = await database.version();
    const note = (id: string) =>
      database.change(ACTOR, async (change) =>
        change.note({ organizationId, action: 'x.y', targetType: 'x', targetId: null }, `user:${id}`),
      );
    await note('a');
    await ageChanges(database);
    await note('b');
    await follower.catchUp();
    expect(resets).toEqual([since, since + 2]);
    expect((await database.readTopics(0)).changes).toMatchObject([{ topics: ['user:b'] }]);
  });

  it('sees concurrent changes in one order, none missed, each with its rows committed', async () => {
    const delays = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })), { minLength: 2, maxLength: 12 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(delays, async (changes) => {
        run += 1;
        const channel = createInProcessChannel();
        const checks: Promise<unknown>[] = [];
        const versions: number[] = [];
        const { follower, resets } = await follow(channel, (topics, version) => {
          versions.push(version);
          const id = topics.find((topic) => topic.startsWith('user:'))?.slice('user:'.length) ?? '';
          checks.push(database.teams.findByName(organizationId, id).then((team) => expect(team?.name).toBe(id)));
        });
        const since = follower.version() ?? 0;
        await Promise.all(
          changes.map(async ([before, within], index) => {
            await sleep(before);
            const name = `order-${run}-${index}`;
            await database.change(ACTOR, async ({ teams, note }) => {
              await teams.create(organizationId, { name });
              note({ organizationId, action: 'x.y', targetType: 'x', targetId: null }, `user:${name}`);
              await sleep(within);
            });
            if (index % 2 === 0) channel.announce(await database.version());
          }),
        );
        await follower.catchUp();
        await Promise.all(checks);
        follower.close();
        expect(versions).toEqual(changes.map((_, index) => since + index + 1));
        expect(resets).toEqual([since]);
      }),
      { numRuns: 8 },
    );
  }, 60_000);
});

/** Makes all the rows of versions look two hours old. */
async function ageChanges(database: Database): Promise<void> {
  await database.change(ACTOR, async (change) => {
    // The only way to the tables from outside is a repository's manager.
    const { scope } = change.teams as unknown as { scope: { manager: { query(sql: string): Promise<unknown> } } };
    await scope.manager.query("UPDATE policy_changes SET created_at = created_at - interval '2 hours'");
  });
}
