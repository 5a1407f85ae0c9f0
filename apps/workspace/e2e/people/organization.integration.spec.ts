import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Listed {
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

describe.each(serviceDatabases())('/org on $name (docs/contract/control-plane.md#organization)', (kind) => {
  let workspace: TestWorkspace;
  /** Owner of the organization that gateway.yaml names. */
  let owner: TestCaller;
  /** Owner of another one. */
  let other: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    other = await workspace.signIn({ organizationId: (await addTenant(workspace.database, 'other')).organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  describe('the organization', () => {
    it('is shown to its people, to each their own', async () => {
      const member = await workspace.signIn({ role: 'org_member' });
      expect((await member.send('GET /org')).json()).toEqual({
        id: workspace.organizationId,
        object: 'organization',
        name: 'default',
        products: ['ai_gateway'],
        reporting_zone: 'UTC',
        source: 'config',
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
      expect((await other.send('GET /org')).json()).toMatchObject({ name: 'other', source: 'database' });
    });

    it('is renamed, unless gateway.yaml names it (409 declared_in_config) or the name is taken (409)', async () => {
      expect(refusalOf(await owner.send('PATCH /org', { name: 'mine' }))).toEqual([409, 'declared_in_config']);
      expect(refusalOf(await other.send('PATCH /org', { name: 'default' }))).toEqual([409, 'conflict', 'name']);
      const renamed = await other.send('PATCH /org', { name: 'another' });
      expect([renamed.status, renamed.json()]).toMatchObject([200, { name: 'another' }]);
      expect((await other.send('PATCH /org', {})).json()).toMatchObject({ name: 'another' });
    });

    it.each(['products', 'source', 'id', 'max_pats_per_user'])(
      'does not take %s: nobody grants themselves anything',
      async (field) => {
        expect(refusalOf(await other.send('PATCH /org', { [field]: ['x'] }))).toEqual([400, 'invalid_value', field]);
      },
    );

    it('shows its products, and lets nobody change them (405)', async () => {
      expect((await owner.send('GET /org/products')).json()).toEqual({
        object: 'list',
        data: [{ object: 'product', name: 'ai_gateway' }],
        next_cursor: null,
      });
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect(refusalOf(await owner.send(`${method} /org/products`))).toEqual([405, 'method_not_allowed']);
      }
    });
  });

  describe('the credential policy', () => {
    const DEFAULTS = {
      object: 'credential_policy',
      max_pat_lifetime_days: 90,
      max_pats_per_user: 10,
      allow_non_expiring_vat: false,
      updated_at: expect.any(String),
    };

    it('is 90 days, 10 PATs and no token without end by default, and changes by what is given', async () => {
      expect((await owner.send('GET /org/credential-policy')).json()).toEqual(DEFAULTS);
      const changed = await owner.send('PATCH /org/credential-policy', { max_pats_per_user: 3 });
      expect([changed.status, changed.json()]).toEqual([200, { ...DEFAULTS, max_pats_per_user: 3 }]);
      await owner.send('PATCH /org/credential-policy', { max_pat_lifetime_days: 7, allow_non_expiring_vat: true });
      expect((await owner.send('GET /org/credential-policy')).json()).toEqual({
        object: 'credential_policy',
        max_pat_lifetime_days: 7,
        max_pats_per_user: 3,
        allow_non_expiring_vat: true,
        updated_at: expect.any(String),
      });
      expect((await other.send('GET /org/credential-policy')).json()).toEqual(DEFAULTS);
    });

    it.each([
      ['max_pat_lifetime_days', 0],
      ['max_pat_lifetime_days', 3651],
      ['max_pat_lifetime_days', 1.5],
      ['max_pats_per_user', -1],
      ['max_pats_per_user', 1001],
      ['allow_non_expiring_vat', 'true'],
      ['products', ['x']],
    ])('rejects %s: %j', async (field, value) => {
      const answer = await owner.send('PATCH /org/credential-policy', { [field]: value });
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', field]);
    });
  });

  describe('SCIM tokens', () => {
    it('are shown once, stored as hashes, listed by their hint and revoked', async () => {
      const answer = await owner.send('POST /org/scim-tokens', { name: 'idp' });
      const { token, ...rest } = answer.json() as { token: string; id: string };
      expect(token).toMatch(/^ml_scim_[0-9A-Za-z]{43}$/);
      expect([answer.status, rest]).toEqual([
        201,
        {
          id: expect.any(String),
          object: 'scim_token',
          name: 'idp',
          token_hint: `ml_scim_…${token.slice(-4)}`,
          expires_at: null,
          last_used_at: null,
          created_at: expect.any(String),
        },
      ]);
      const list = await owner.send('GET /org/scim-tokens');
      expect(list.json()).toMatchObject({ object: 'list', data: [rest], next_cursor: null });
      const trail = await owner.send('GET /admin/changes?target_type=scim_token');
      expect(trail.text).toContain('scim_token.create');
      for (const { text } of [list, trail]) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(hashToken(token));
      }
      expect(await workspace.database.scimTokens.findByHash(hashToken(token))).toMatchObject({ id: rest.id });
      expect((await other.send('GET /org/scim-tokens')).json()).toMatchObject({ data: [] });
      expect((await owner.send(`DELETE /org/scim-tokens/${rest.id}`)).status).toBe(204);
      expect(await workspace.database.scimTokens.findByHash(hashToken(token))).toBeUndefined();
      expect(refusalOf(await owner.send(`DELETE /org/scim-tokens/${rest.id}`))).toEqual([404, 'not_found']);
    });

    it('have a name of their own in the organization (409), and may end', async () => {
      const expires_at = new Date(Date.now() + 60_000).toISOString();
      const made = await owner.send('POST /org/scim-tokens', { name: 'twice', expires_at });
      expect([made.status, made.json()]).toMatchObject([201, { expires_at }]);
      expect(refusalOf(await owner.send('POST /org/scim-tokens', { name: 'twice' }))).toEqual([
        409,
        'conflict',
        'name',
      ]);
      expect((await other.send('POST /org/scim-tokens', { name: 'twice' })).status).toBe(201);
    });

    it.each([
      ['no name', {}, 'name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
      ['an end that is over', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      ['an end that is no time', { name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
      ['a token of their own', { name: 'x', token: 'ml_scim_x' }, 'token'],
      ['a hash of their own', { name: 'x', hash: 'a'.repeat(64) }, 'hash'],
    ])('are rejected with %s', async (_what, body, param) => {
      expect(refusalOf(await owner.send('POST /org/scim-tokens', body))).toEqual([400, 'invalid_value', param]);
    });
  });

  describe('GET /admin/changes (every change of the control plane is itself audited)', () => {
    const listOf = async (query: string, caller = owner): Promise<Listed> =>
      (await caller.send(`GET /admin/changes?${query}`)).json() as Listed;

    it('says who, what, before and after, in the words of the API', async () => {
      const { id } = (await owner.send('POST /admin/teams', { name: 'recorded' })).json() as { id: string };
      await owner.send(`PATCH /admin/teams/${id}`, { rpm_limit: 3 }, { 'x-request-id': 'req-7' });
      const { data } = await listOf(`target_id=${id}`);
      expect(data[0]).toEqual({
        id: expect.any(String),
        object: 'change',
        action: 'team.update',
        actor: { type: 'user', id: owner.user?.id, name: owner.user?.email },
        target: { type: 'team', id, name: 'recorded' },
        before: { rpm_limit: 0 },
        after: { rpm_limit: 3 },
        request_id: 'req-7',
        address: '127.0.0.1',
        created_at: expect.stringMatching(/Z$/),
      });
      expect(data[1]).toMatchObject({ action: 'team.create', before: null, after: { name: 'recorded', rpm_limit: 0 } });
    });

    it('finds by actor, action, kind and time, and by several of them', async () => {
      const [one, two] = [await workspace.signIn(), await workspace.signIn()];
      await one.send('POST /admin/teams', { name: 'by-one' });
      await one.send('POST /admin/workspaces', { name: 'by-one' });
      await two.send('POST /admin/teams', { name: 'by-two' });
      const actionsOf = async (query: string) => (await listOf(query)).data.map(({ action }) => action);
      const byOne = `actor_id=${one.user?.id}`;
      expect(await actionsOf(byOne)).toEqual(['user.set_membership', 'workspace.create', 'team.create']);
      expect(await actionsOf(`${byOne}&action=team.create`)).toEqual(['team.create']);
      expect(await actionsOf(`${byOne}&target_type=workspace`)).toEqual(['workspace.create']);
      expect(await actionsOf(`${byOne}&actor_type=scim`)).toEqual([]);
      const [, middle] = (await listOf(byOne)).data as { created_at: string }[];
      const from = encodeURIComponent(middle?.created_at ?? '');
      expect(await actionsOf(`${byOne}&from=${from}`)).toEqual(['user.set_membership', 'workspace.create']);
      expect(await actionsOf(`${byOne}&to=${from}`)).toEqual(['team.create']);
      expect(await actionsOf(`${byOne}&from=${from}&to=${from}`)).toEqual([]);
    });

    it('pages from the newest to the oldest, each once, also within a time', async () => {
      const from = new Date(Date.now() - 60_000).toISOString();
      const to = new Date(Date.now() + 60_000).toISOString();
      const seen: unknown[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Listed = await listOf(`limit=5&from=${from}&to=${to}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(seen.length).toBeGreaterThan(10);
      expect(seen).toEqual([...new Set(seen)].sort().reverse());
      expect(seen.length).toBe((await listOf(`limit=200&from=${from}&to=${to}`)).data.length);
    });

    it('shows a tenant its own only, and neither hash nor secret', async () => {
      const { data } = await listOf('limit=200', other);
      expect(data.length).toBeGreaterThan(0);
      expect(JSON.stringify(data)).not.toContain(workspace.organizationId);
      expect((await owner.send('GET /admin/changes?limit=200')).text).not.toMatch(/hash|[0-9a-f]{64}|argon2/i);
    });

    it.each(['from=yesterday', 'to=2027', 'actor_type=robot', 'limit=500', 'cursor=x', 'organization_id=x'])(
      'rejects %s',
      async (query) => {
        const answer = await owner.send(`GET /admin/changes?${query}`);
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', query.split('=')[0]]);
      },
    );

    it('changes nothing: there is no other method (405)', async () => {
      for (const method of ['POST', 'DELETE', 'PATCH']) {
        expect(refusalOf(await owner.send(`${method} /admin/changes`))).toEqual([405, 'method_not_allowed']);
      }
    });
  });
});
