import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { SETUP } from '../access/callers/open-two-workspaces.js';
import { startPolicyTests } from './start-policy-tests.js';

const BUDGETS = '/admin/gateway/policies/budgets';

interface Status {
  readonly id: string;
  readonly key: string | null;
  readonly [member: string]: unknown;
}

describe.each(serviceDatabases())('budget rules on $name', (kind) => {
  const world = startPolicyTests(kind);

  const statuses = async (id: string, query = ''): Promise<Status[]> => {
    const answer = await world.owner.send(`GET /admin/gateway/budgets/status${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: Status[] }).data.filter((status) => status.id === id);
  };

  const charge = (account: string, spent: number) =>
    world.workspace.database.sql.executeSql(
      "INSERT INTO budget_accounts (account, period_start, spent) VALUES ($1, 'epoch', $2)",
      [account, spent],
    );

  it('are stored with their defaults, changed, given to gateways and removed', async () => {
    const made = await world.create(BUDGETS, { ...world.here(), scope: 'customer', amount: 5 });
    expect(made).toMatchObject({ object: 'budget_rule', unit: 'usd', window: 'month', action: 'refuse', value: null });
    const raise = { amount: 9, until: '2027-01-01T00:00:00Z', reason: 'a fair' };
    const changed = await world.patch(BUDGETS, made.id, { raise, window: 'week', time_zone: 'Europe/Berlin' });
    expect(changed.json()).toMatchObject({ raise, window: 'week', amount: 5, scope: 'customer' });
    expect(await world.inSnapshot(made.id)).toMatchObject({ kind: 'budget', definition: { amount: 5, raise } });
    expect((await world.patch(BUDGETS, made.id, { raise: null })).json()).toMatchObject({ raise: null });
    expect((await world.owner.send(`DELETE ${BUDGETS}/${made.id}`)).status).toBe(204);
    expect(await world.inSnapshot(made.id)).toBeUndefined();
  });

  it('are changed by nobody who has seen an older version', async () => {
    const made = await world.create(BUDGETS, { ...world.here(), amount: 5 });
    const [path, headers] = [`PATCH ${BUDGETS}/${made.id}`, { 'if-match': '"an-old-one"' }];
    expect((await world.owner.send(path, { amount: 6 }, headers)).status).toBe(412);
  });

  it.each<[string, object, string]>([
    ['a team that does not exist', { scope: 'team', value: 'unknown' }, 'value'],
    ['a model that does not exist', { scope: 'model', value: 'unknown' }, 'value'],
    ['a person of nowhere', { scope: 'user', value: '01980000-0000-7000-8000-000000000000' }, 'value'],
    ['a tag without a name', { scope: 'tag' }, 'value'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['a time zone that does not exist', { time_zone: 'Europe/Nowhere' }, 'time_zone'],
    ['a downgrade to nothing', { action: 'downgrade' }, 'downgrade_to'],
    ['a rolling window without an end', { rolling: true, window: 'total' }, 'rolling'],
  ])('are rejected for %s', async (_which, fields, param) => {
    const refused = await world.refused(BUDGETS, { ...world.here(), amount: 1, ...fields });
    expect(refused).toEqual([400, expect.any(String), param]);
  });

  it('follow the name of their team, and go with it', async () => {
    const { organizationId, workspace } = world;
    const name = world.fresh();
    const change = <Result>(work: Parameters<typeof workspace.database.change<Result>>[1]) =>
      workspace.database.change(SETUP, work);
    const team = await change(({ teams }) => teams.create(organizationId, { name }));
    const made = await world.create(BUDGETS, { amount: 1, scope: 'team', value: name });
    await change(({ teams }) => teams.update(organizationId, team.id, { name: `${name}-renamed` }));
    expect(await world.inSnapshot(made.id)).toMatchObject({ definition: { value: `${name}-renamed` } });
    await change(({ teams }) => teams.remove(organizationId, team.id));
    expect(await world.inSnapshot(made.id)).toBeUndefined();
  });

  it('show what is spent of each that they count apart, the most first, and start one from zero with a reason', async () => {
    const { id } = await world.create(BUDGETS, { amount: 5, scope: 'customer', window: 'total' });
    await charge(`rule:${id}:usd:total:acme`, 1.25);
    await charge(`rule:${id}:usd:total:initech`, 3);
    const spent = async () => (await statuses(id)).map(({ key, remaining }) => [key, remaining]);
    expect(await spent()).toEqual([
      ['initech', 2],
      ['acme', 3.75],
    ]);
    expect(await statuses(id)).toMatchObject([
      { source: 'rule', scope: 'customer', limit: 5, spent: 3, unit: 'usd', action: 'refuse', window_end: null },
      { spent: 1.25 },
    ]);

    const reset = (body: object) => world.owner.send(`POST ${BUDGETS}/${id}/reset`, body);
    expect((await reset({ reason: 'a test' })).status).toBe(400);
    expect((await reset({ key: 'initech' })).status).toBe(400);
    expect((await reset({ reason: 'requests without a customer', key: '' })).status).toBe(200);
    const done = await reset({ reason: 'a test', key: 'initech' });
    expect([done.status, done.json()]).toMatchObject([200, { key: 'initech', spent: 0 }]);
    expect(await spent()).toEqual([
      ['acme', 3.75],
      ['initech', 5],
    ]);
    const trail = (await world.owner.send(`GET /admin/changes?target_id=${id}&limit=1`)).json();
    expect(trail).toMatchObject({ data: [{ action: 'budget.reset', after: { reason: 'a test', key: 'initech' } }] });
  });

  it('have their state beside those of keys and teams', async () => {
    const { id } = await world.create(BUDGETS, { ...world.here(), amount: 5, unit: 'requests' });
    expect(await statuses(id)).toMatchObject([{ key: null, limit: 5, spent: 0, unit: 'requests' }]);
    const { database } = world.workspace;
    const team = await database.change(SETUP, ({ teams }) =>
      teams.create(world.organizationId, { name: world.fresh(), tokenBudgetMonthly: 10 }),
    );
    expect(await statuses(team.id)).toMatchObject([{ source: 'team', unit: 'tokens', limit: 10, spent: 0 }]);
  });

  it('are neither seen nor reset from another organization', async () => {
    const { id } = await world.create(BUDGETS, { amount: 5 });
    const { organizationId } = world.otherTenant;
    const other = await world.workspace.signIn({ organizationId });
    expect((await other.send(`GET ${BUDGETS}/${id}`)).status).toBe(404);
    expect((await other.send(`POST ${BUDGETS}/${id}/reset`, { reason: 'a test' })).status).toBe(404);
    const seen = (await other.send('GET /admin/gateway/budgets/status')).json() as { data: Status[] };
    expect(seen.data.filter((status) => status.id === id)).toEqual([]);
  });
});
