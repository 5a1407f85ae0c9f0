import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const LIMITS = `
organization_limits: { teams: 2, policies: 4, policies_mb: 1, others: 1 }
`;

const promptOf = (name: string, characters: number) => ({
  name,
  versions: [{ version: 1, messages: [{ role: 'user', content: 'a'.repeat(characters) }] }],
});

describe.each(serviceDatabases())('limits of organizations on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let other: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), LIMITS);
    owner = await workspace.signIn();
    const { organizationId } = await addTenant(workspace.database, 'limited');
    other = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const addTeam = (caller: TestCaller, name: string) => caller.send('POST /admin/teams', { name });

  it('reject one team too many with 409, of one organization alone, until another is deleted', async () => {
    const before = await owner.send('GET /admin/teams');
    const there = (before.json() as { data: readonly { id: string }[] }).data.length;
    const statuses: number[] = [];
    const made: string[] = [];
    for (let number = there; number < 3; number += 1) {
      const answer = await addTeam(owner, `team-${number}`);
      statuses.push(answer.status);
      if (answer.status === 201) made.push((answer.json() as { id: string }).id);
    }
    expect(statuses).toEqual([...Array(2 - there).fill(201), 409]);
    const refused = await addTeam(owner, 'more');
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('at most 2 of: team.')]);
    expect((await addTeam(other, 'first')).status).toBe(201);
    expect((await owner.send(`DELETE /admin/teams/${made[0]}`)).status).toBe(204);
    expect((await addTeam(owner, 'more')).status).toBe(201);
  });

  it('hold for requests that come at once', async () => {
    const { organizationId } = await addTenant(workspace.database, 'hasty');
    const hasty = await workspace.signIn({ organizationId });
    const names = Array.from({ length: 8 }, (_, number) => `team-${number}`);
    const answers = await Promise.all(names.map((name) => addTeam(hasty, name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    expect(((await hasty.send('GET /admin/teams')).json() as { data: unknown[] }).data).toHaveLength(2);
  });

  it('leave what is there changeable, and operators without a limit', async () => {
    const { database, organizationId } = workspace;
    const operator = { type: 'operator', id: null, name: 'test' } as const;
    const { id } = await database.change(operator, ({ teams }) => teams.create(organizationId, { name: 'operators' }));
    const changed = await owner.send(`PATCH /admin/teams/${id}`, { name: 'renamed' });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('renamed')]);
    expect((await addTeam(owner, 'beyond')).status).toBe(409);
  });

  it('count the megabytes of policies together, and let a policy become shorter', async () => {
    const query = `?workspace_id=${workspace.workspaceId}`;
    const operator = { type: 'operator', id: null, name: 'test' } as const;
    const { database, organizationId, workspaceId } = workspace;
    const filler = { kind: 'routing_config', workspaceId, enabled: false } as const;
    const fill = async (name: string, characters: number) =>
      database.change(operator, ({ policies }) =>
        policies.create(organizationId, { ...filler, name, definition: { text: 'a'.repeat(characters) } }),
      );
    await fill('large', 900_000);
    const first = await owner.send(`POST /admin/prompts${query}`, promptOf('first', 90_000));
    expect([first.status, first.status === 201 ? '' : first.text]).toEqual([201, '']);
    const refused = await owner.send(`POST /admin/prompts${query}`, promptOf('second', 90_000));
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('at most 1 of: megabyte of policies.'),
    ]);
    await fill('larger', 200_000);
    // It is beyond the limit now.
    const { id } = first.json() as { id: string };
    const { versions } = promptOf('first', 90_000);
    const more = [...versions, { version: 2, messages: [{ role: 'user', content: 'b' }] }];
    expect((await owner.send(`PATCH /admin/prompts/${id}${query}`, { versions: more })).status).toBe(409);
    expect((await owner.send(`PATCH /admin/prompts/${id}${query}`, { enabled: false })).status).toBe(200);
  });

  it('count everything that one change makes', async () => {
    const { database, organizationId } = workspace;
    const person = { type: 'user', id: null, name: 'test' } as const;
    await expect(
      database.change(person, async ({ teams }) => {
        for (const name of ['x', 'y', 'z']) await teams.create(organizationId, { name });
      }),
    ).rejects.toMatchObject({ name: 'LimitReachedError' });
    expect(await database.teams.findByName(organizationId, 'x')).toBeUndefined();
  });
});
