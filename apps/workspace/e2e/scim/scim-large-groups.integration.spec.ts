// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/scim/scim-mappings.integration.spec.ts.

import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import { patch, startScimTests } from './start-scim-tests.js';

const PEOPLE = 10_000;

/** In milliseconds of processor time: 100 (docs/bounds.md), doubled for what the tests beside it do to the caches. */
const MOST_BUSY_MS = 200;

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
    // The longest turns of adding and of removing, which take turns themselves.
    const measureBoth = async (): Promise<number> => {
      const turns: number[] = [];
      for (const [body, count] of [[add, PEOPLE] as const, [remove, 0] as const]) {
        turns.push(await measureHold(async () => expect(await send(path, token, body)).toBe(200)));
        expect(await membersOf()).toBe(count);
      }
      return Math.max(...turns);
    };
    await expectWithin(MOST_BUSY_MS, measureBoth);
  }, 120_000);
});
