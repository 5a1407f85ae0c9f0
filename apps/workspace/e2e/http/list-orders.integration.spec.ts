import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken } from '@multilane/auth';
import { LIST_ORDERS } from '@multilane/persistence';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const TEST = { type: 'system', id: null, name: 'test' } as const;

/** Names with everything that LIKE, JSON and comparison stumble over; some occur twice. */
const NAMES = [
  'beta',
  'Beta',
  'beta',
  'alpha',
  'Alpha 100%',
  'alpha_1',
  'alphaX1',
  'a\\b',
  'ключ',
  'مفتاح',
  '😀',
  '"q"',
  'z',
];

/** Keys of gateway.yaml, which come behind those of the database. */
const CONFIG = `
teams:
  - name: declared
    api_keys:
      - { name: gamma, key: "${newToken('ml-')}", budget_usd_monthly: 5 }
      - { name: Beta, key: "${newToken('ml-')}", budget_usd_monthly: 5 }
`;

/** Lists of things with names. */
const LISTS = [
  '/admin/keys',
  '/admin/service-accounts',
  '/admin/teams',
  '/admin/workspaces',
  '/admin/users',
  '/org/members',
  '/admin/models',
  '/admin/providers',
  '/admin/gateway/policies/guardrails',
  '/admin/gateway/policies/pii',
  '/admin/gateway/policies/cache',
  '/admin/gateway/policies/rate-limits',
  '/admin/routing-configs',
  '/admin/budgets',
  '/auth/tokens',
];

interface Row {
  readonly id: string;
  readonly name: string;
}

describe.each(serviceDatabases())('lists on $name (docs/contract/control-plane.md#conventions)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  const addKeys = (organizationId: string, teamId: string, names: readonly string[]) =>
    workspace.database.change(TEST, async ({ credentials }) => {
      for (const name of names) {
        const secret = { hint: 'ml-…', hash: hashToken(newToken('ml-')) };
        await credentials.create(organizationId, { kind: 'api_key', name, teamId, budgetUsd: 1, ...secret });
      }
    });

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    owner = await workspace.signIn();
    const { organizationId, database } = workspace;
    const other = await addTenant(database, 'lists');
    for (const tenant of [organizationId, other.organizationId]) {
      const team = await database.change(TEST, ({ teams }) => teams.create(tenant, { name: 'lists' }));
      await addKeys(tenant, team.id, tenant === organizationId ? NAMES : ['beta of another tenant']);
    }
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const list = async (path: string): Promise<{ data: Row[]; next_cursor: string | null }> => {
    const answer = await owner.send(`GET ${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json() as { data: Row[]; next_cursor: string | null };
  };
  const readAll = async (path: string, query: Record<string, string>): Promise<Row[]> => {
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const asked = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
      const page = await list(`${path}?${asked}`);
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return rows;
  };
  const search = async (q: string) =>
    (await readAll('/admin/keys', { q, order: 'name' })).map(({ name }) => name).toSorted();

  describe.each(['/admin/keys', '/admin/budgets'])('%s', (path) => {
    it.each(LIST_ORDERS)('has each row once in the order %s, however small the pages are', async (order) => {
      const whole = await readAll(path, { order, limit: '200' });
      for (const limit of ['1', '2', '5']) expect(await readAll(path, { order, limit })).toEqual(whole);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    });
  });

  it('orders names in lower case and by code point, ties by id, and gateway.yaml behind the database', async () => {
    const rows = await readAll('/admin/keys', { order: 'name' });
    const lower = NAMES.map((name) => name.toLowerCase());
    const expected = [...lower.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))), 'beta', 'gamma'];
    expect(rows.map(({ name }) => name.toLowerCase())).toEqual(expected);
    const back = await readAll('/admin/keys', { order: '-name' });
    expect(back.slice(0, NAMES.length)).toEqual(rows.slice(0, NAMES.length).toReversed());
    expect(back.slice(NAMES.length)).toEqual(rows.slice(NAMES.length).toReversed());
  });

  it('goes on behind a row that has been deleted since', async () => {
    const { organizationId, database } = workspace;
    const [team] = await database.teams.listAll(organizationId, { name: 'lists' });
    await addKeys(organizationId, team?.id ?? '', ['gone-1', 'gone-2', 'gone-3']);
    const first = await list('/admin/keys?q=gone&order=name&limit=2');
    expect(first.data.map(({ name }) => name)).toEqual(['gone-1', 'gone-2']);
    await database.change(TEST, async ({ credentials }) => {
      for (const { id } of first.data) await credentials.remove(organizationId, id);
    });
    const second = await list(`/admin/keys?q=gone&order=name&limit=2&cursor=${first.next_cursor}`);
    expect(second.data.map(({ name }) => name)).toEqual(['gone-3']);
    await database.change(TEST, async ({ credentials }) => {
      for (const { id } of second.data) await credentials.remove(organizationId, id);
    });
  });

  it.each([
    ['BETA', ['Beta', 'Beta', 'beta', 'beta']],
    ['%', ['Alpha 100%']],
    ['_', ['alpha_1']],
    ['\\', ['a\\b']],
    ['"', ['"q"']],
    ['😀', ['😀']],
    ['nothing', []],
    ["' OR 1=1 --", []],
  ])('finds %s literally, in the database and in gateway.yaml, and nothing of another tenant', async (q, names) => {
    expect(await search(q)).toEqual(names.toSorted());
  });

  it.each(LISTS)('%s takes `q` and `order`, and rejects what is neither', async (path) => {
    const scoped = `${path}?workspace_id=${workspace.workspaceId}`;
    await list(`${scoped}&q=alpha&order=name`);
    await list(`${scoped}&order=-name`);
    await list(`${scoped}&order=created_at&q=%25`);
    expect(refusalOf(await owner.send(`GET ${scoped}&order=spend`))).toEqual([400, 'invalid_value', 'order']);
    expect(refusalOf(await owner.send(`GET ${scoped}&q=${'x'.repeat(201)}`))).toEqual([400, 'invalid_value', 'q']);
  });

  it('finds and orders the members of a workspace by their names', async () => {
    const { workspaceId, organizationId, database } = workspace;
    for (const name of ['Zoe Q', 'adam', 'Bea']) {
      const { user } = await workspace.signIn({
        role: 'org_member',
        memberships: [{ workspaceId, role: 'viewer' }],
      });
      await database.change(TEST, ({ users }) => users.update(organizationId, user?.id ?? '', { name }));
    }
    const path = `/admin/workspaces/${workspaceId}/members`;
    const names = async (query: Record<string, string>) =>
      ((await readAll(path, query)) as unknown as { name: string }[]).map(({ name }) => name);
    expect(await names({ order: 'name', limit: '1' })).toEqual(['adam', 'Bea', 'Zoe Q']);
    expect(await names({ order: '-name', limit: '2' })).toEqual(['Zoe Q', 'Bea', 'adam']);
    // The search looks into addresses too, which are random letters here, without spaces.
    expect(await names({ q: 'ZOE q' })).toEqual(['Zoe Q']);
  });

  it('finds changes by the beginning of the name of what was changed, in both orders of time', async () => {
    const { organizationId, database } = workspace;
    for (const name of ['Searched_1', 'searchedX', 'not searched']) {
      await database.change(TEST, ({ teams }) => teams.create(organizationId, { name }));
    }
    const found = async (query: Record<string, string>) =>
      ((await readAll('/admin/changes', { action: 'team.create', ...query })) as unknown as { target: Row }[]).map(
        ({ target }) => target.name,
      );
    expect(await found({ q: 'searched', limit: '1' })).toEqual(['searchedX', 'Searched_1']);
    expect(await found({ q: 'searched', order: 'created_at', limit: '1' })).toEqual(['Searched_1', 'searchedX']);
    expect(await found({ q: 'searched_' })).toEqual(['Searched_1']);
    expect(refusalOf(await owner.send('GET /admin/changes?order=name'))).toEqual([400, 'invalid_value', 'order']);
  });

  it('rejects a cursor of another order, and one that nobody was given', async () => {
    const { next_cursor: cursor } = await list('/admin/keys?order=name&limit=1');
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const id = '0190aaaa-0000-7000-8000-000000000000';
    const hostile = [
      `order=-name&cursor=${cursor}`,
      `order=created_at&cursor=${cursor}`,
      `cursor=${cursor}`,
      'order=name&cursor=x',
      `order=name&cursor=${forged('name', 'no id', 'x')}`,
      `order=name&cursor=${forged('name', id, 'a\0b')}`,
      `order=name&cursor=${forged('name', id, '\ud800')}`,
      `order=name&cursor=${forged('name', id, 'x', 'y')}`,
      `order=name&cursor=${forged('name', id, 7)}`,
      `order=name&cursor=${forged('name', id, 'x'.repeat(1_001))}`,
    ];
    for (const query of hostile) {
      const answer = await owner.send(`GET /admin/keys?${query}`);
      expect([query, ...refusalOf(answer)]).toEqual([query, 400, 'invalid_value', 'cursor']);
    }
  });
});
