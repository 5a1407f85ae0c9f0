import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordHasher } from '@multilane/auth';
import { serviceDatabases } from '@multilane/testing';
import { addTenant, HOOK_LIMIT_MS, startTestWorkspace, type TestWorkspace } from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const TEST = { type: 'system', id: null, name: 'test' } as const;

/** Tries of each kind: an account has ten. */
const TRIES = 9;

describe('the duration of a rejected sign-in', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { organizationId: otherId } = await addTenant(workspace.database, 'other');
    const hashes = await Promise.all(['one password 1', 'two password 2'].map(createPasswordHasher().hash));
    const [first = '', second = ''] = hashes;
    await workspace.database.change(TEST, async ({ users }) => {
      const person = { name: 'x', passwordHash: first };
      await users.create(workspace.organizationId, { ...person, email: 'known@example.com' });
      await users.create(workspace.organizationId, { ...person, email: 'inactive@example.com', active: false });
      await users.create(otherId, { ...person, email: 'known@example.com', passwordHash: second });
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('does not reveal whether there is such an account: the medians are within a factor of 2.5', async () => {
    const times = new Map<string, number[]>();
    for (let round = 0; round < TRIES; round += 1) {
      for (const email of ['known@example.com', 'nobody@example.com', 'inactive@example.com']) {
        const began = performance.now();
        const { status } = await workspace.send('POST /auth/login', { email, password: 'wrong password!' });
        times.set(email, [...(times.get(email) ?? []), performance.now() - began]);
        expect(status).toBe(401);
      }
    }
    const medians = [...times.values()].map((of) => of.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0);
    // Without the hash that nobody has, an unknown account is rejected in a tenth of the time.
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2.5);
  });
});
