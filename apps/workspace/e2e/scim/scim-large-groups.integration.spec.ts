import { request } from 'node:http';
import { testDatabases } from '@multilane/testing';
import { describe, expect, it } from 'vitest';
import { patch, startScimTests } from './start-scim-tests.js';

const PEOPLE = 10_000;

/** In milliseconds of processor time: 100 (docs/bounds.md), doubled for what the tests beside it do to the caches. */
const MOST_BUSY_MS = 200;
/** The smallest of so many longest turns counts: a pause that comes again is the request's own. */
const TRIES = 3;

/** The longest turn of this thread's event loop while `work` is under way, in milliseconds of processor time. */
async function findLongestTurn(work: () => Promise<void>): Promise<number> {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = spent();
  let longest = 0;
  const look = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

// The embedded database works on this very thread.
const servers = testDatabases().filter(({ name }) => name === 'postgres');

describe.each(servers)('a group of ten thousand people, on $name (docs/contract/scim.md#protocol)', (kind) => {
  const world = startScimTests(kind);

  /** Sends a body that is bytes already and reads no answer: what the client does would count as the service's. */
  const send = (path: string, token: string, body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/scim+json',
        'content-length': body.length,
      };
      const asked = request(world.workspace.url + path, { method: 'PATCH', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.on('error', reject).end(body);
    });

  it('is filled and emptied by one request, which holds nobody up', async () => {
    const { database, organizationId } = world.workspace;
    await database.sql.executeSql(
      `INSERT INTO users (id, organization_id, email, name)
       SELECT gen_random_uuid(), $1, 'large-' || n || '@example.com', 'Person ' || n FROM generate_series(1, ${PEOPLE}) AS n
       ON CONFLICT DO NOTHING`,
      [organizationId],
    );
    const people = await database.users.listAll(organizationId, {});
    expect(people.length).toBeGreaterThanOrEqual(PEOPLE);
    const value = people.slice(0, PEOPLE).map(({ id }) => ({ value: id }));
    const add = Buffer.from(JSON.stringify(patch({ op: 'add', path: 'members', value })));
    const remove = Buffer.from(JSON.stringify(patch({ op: 'remove', path: 'members' })));
    const { id } = await world.createGroup();
    const { token } = await world.issue(organizationId);
    const path = `/scim/v2/Groups/${id}?excludedAttributes=members`;
    const membersOf = async () => (await database.teams.listMembers(organizationId, { teamId: id })).length;
    const longest = { add: Number.POSITIVE_INFINITY, remove: Number.POSITIVE_INFINITY };
    for (let tries = 0; tries < TRIES; tries++) {
      for (const [name, body, count] of [['add', add, PEOPLE] as const, ['remove', remove, 0] as const]) {
        const turn = await findLongestTurn(async () => expect(await send(path, token, body)).toBe(200));
        longest[name] = Math.min(longest[name], turn);
        expect(await membersOf()).toBe(count);
      }
    }
    expect(longest.add).toBeLessThan(MOST_BUSY_MS);
    expect(longest.remove).toBeLessThan(MOST_BUSY_MS);
  }, 120_000);
});
