import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { RotationAnnouncer } from '../../src/modules/service-accounts/rotation-announcer.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../src/services/workspace-services.js';
import { HOOK_LIMIT_MS, refusalOf } from '../start-test-workspace.js';
import {
  actionsOn,
  type CredentialWorld,
  DATABASES,
  good,
  inSeconds,
  startCredentialWorld,
  topicsOf,
} from './start-credential-tests.js';

interface Token {
  readonly id: string;
  readonly token: string;
  readonly rotation_due_at: string | null;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const A_DAY_MS = 86_400_000;

// docs/contract/authentication.md#virtual-accounts
describe.each(DATABASES)('/admin/service-accounts/{id}/tokens on $name', (kind) => {
  let world: CredentialWorld;
  let path: string;
  let accountId: string;

  beforeAll(async () => {
    world = await startCredentialWorld(kind);
    accountId = await makeAccount('reporter');
    path = `/admin/service-accounts/${accountId}/tokens`;
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  const makeAccount = async (name: string): Promise<string> => {
    const route = `POST /admin/service-accounts?workspace_id=${world.workspaceId}`;
    return good<{ id: string }>(await world.owner.send(route, { name }), 201).id;
  };
  const issue = async (body: object): Promise<Token> =>
    good(await world.owner.send(`POST ${path}`, { name: 'x', ...body }), 201);
  const rotate = (id: string, body: object = {}) => world.owner.send(`POST ${path}/${id}/rotate`, body);
  /** A virtual account is known and may do nothing here (403), or it is rejected (401). */
  const meet = async (token: string) => refusalOf(await world.bearing(token)('GET /admin/keys'));
  const KNOWN = [403, 'permission_denied'];
  /** Makes a token older, without waiting. */
  const age = (id: string, changes: { expiresAt?: Date; rotationDueAt?: Date }) =>
    world.workspace.database.change(SETUP, ({ credentials }) =>
      credentials.update(world.workspace.organizationId, id, changes),
    );
  const services = () => world.workspace.app.get<WorkspaceServices>(WORKSPACE_SERVICES, { strict: false });
  const allowEndless = (allowNonExpiringVat: boolean) =>
    world.workspace.database.change(SETUP, ({ organizations }) =>
      organizations.update(world.workspace.organizationId, { allowNonExpiringVat }),
    );

  it('issues a token, whose plaintext is shown once', async () => {
    const expires = inSeconds(3600);
    const body = await issue({ name: 'production', expires_at: expires });
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'service_account_token',
      token: expect.stringMatching(/^ml_vat_[0-9A-Za-z]{43}$/),
      token_hint: `ml_vat_…${body.token.slice(-4)}`,
      name: 'production',
      service_account_id: accountId,
      workspace_id: world.workspaceId,
      expires_at: expires,
      rotate_every_days: null,
      rotation_due_at: null,
      grace_seconds: 0,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    expect(await meet(body.token)).toEqual(KNOWN);
    const listed = await world.owner.send(`GET ${path}?limit=200`);
    expect(good(listed)).toMatchObject({
      object: 'list',
      data: expect.arrayContaining([expect.objectContaining({ id: body.id })]),
    });
    const trail = await world.workspace.database.changes.listPage(world.workspace.organizationId, { limit: 200 });
    const texts = `${listed.text}${JSON.stringify(trail)}`;
    expect(texts).not.toContain(body.token);
    expect(texts).not.toContain(hashToken(body.token));
  });

  it('"May be set never to expire if the organization\'s credential policy allows it"', async () => {
    const endless = await world.owner.send(`POST ${path}`, { name: 'x' });
    expect(refusalOf(endless)).toEqual([400, 'invalid_value', 'expires_at']);
    expect(refusalOf(await world.owner.send(`POST ${path}`, { name: 'x', expires_at: null }))).toEqual([
      400,
      'invalid_value',
      'expires_at',
    ]);
    await allowEndless(true);
    expect(await issue({})).toMatchObject({ expires_at: null, rotation_due_at: null });
    await allowEndless(false);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: 'never' }, 'expires_at'],
    ['a rotation every 0 days', { rotate_every_days: 0 }, 'rotate_every_days'],
    ['a rotation every 3651 days', { rotate_every_days: 3651 }, 'rotate_every_days'],
    ['half a day', { rotate_every_days: 0.5 }, 'rotate_every_days'],
    ['a grace below 0', { grace_seconds: -1 }, 'grace_seconds'],
    ['a grace beyond 30 days', { grace_seconds: 2_592_001 }, 'grace_seconds'],
    ['a due time', { rotation_due_at: '2031-01-01T00:00:00Z' }, 'rotation_due_at'],
    ['a token', { token: 'ml_vat_x' }, 'token'],
    ['a role', { role: 'admin' }, 'role'],
    ['another account', { service_account_id: '01930000-0000-7000-8000-000000000001' }, 'service_account_id'],
  ])('rejects %s with 400 invalid_value', async (_what, body, param) => {
    const answer = await world.owner.send(`POST ${path}`, { name: 'x', expires_at: inSeconds(60), ...body });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('"Issued by a signed-in person": no token issues or rotates one', async () => {
    if (world.owner.user === undefined) throw new Error('no person');
    const pat = await world.workspace.issuePat(world.owner.user, world.workspaceId);
    const { id } = await issue({ expires_at: inSeconds(60) });
    const acting = { 'x-service-credential': pat.credentialId };
    for (const route of [`POST ${path}`, `POST ${path}/${id}/rotate`]) {
      expect(refusalOf(await pat.send(route, {}))).toEqual([403, 'permission_denied']);
      expect(refusalOf(await world.owner.send(route, {}, acting))).toEqual([403, 'permission_denied']);
    }
    expect((await pat.send(`GET ${path}`)).status).toBe(200);
  });

  describe('states (docs/contract/authentication.md#credential-states)', () => {
    it('usable → expired: once expires_at has passed, "Requests with it answer 401 key_expired"', async () => {
      const { token } = await issue({ expires_at: inSeconds(1.5) });
      expect(await meet(token)).toEqual(KNOWN);
      await new Promise((resolve) => setTimeout(resolve, 1600));
      expect(await meet(token)).toEqual([401, 'key_expired']);
    });

    it('revoked: 401 invalid_api_key at once', async () => {
      const { id, token } = await issue({ expires_at: inSeconds(60) });
      const topics = await topicsOf(world, async () => {
        expect((await world.owner.send(`DELETE ${path}/${id}`)).status).toBe(204);
      });
      expect(topics).toEqual([`credential:${id}`]);
      expect(await meet(token)).toEqual([401, 'invalid_api_key']);
      expect((await world.owner.send(`DELETE ${path}/${id}`)).status).toBe(404);
    });
  });

  describe('rotation on a schedule', () => {
    it('`rotate_every_days` sets `rotation_due_at`, with a day of grace unless said otherwise', async () => {
      const { rotation_due_at: due, ...token } = await issue({ rotate_every_days: 30 });
      expect(token).toMatchObject({ rotate_every_days: 30, grace_seconds: 86_400, expires_at: null });
      expect(Math.abs(Date.parse(due ?? '') - Date.now() - 30 * A_DAY_MS)).toBeLessThan(60_000);
    });

    it('"a token that nobody rotates dies at due + grace_seconds"', async () => {
      const { id, token } = await issue({ rotate_every_days: 30, grace_seconds: 600 });
      await age(id, { rotationDueAt: new Date(Date.now() - 590_000) });
      expect(await meet(token)).toEqual(KNOWN);
      await age(id, { rotationDueAt: new Date(Date.now() - 600_000) });
      expect(await meet(token)).toEqual([401, 'key_expired']);
    });

    it('"a rotation issues a new token and the old one works for grace_seconds more"', async () => {
      const { id, token } = await issue({ rotate_every_days: 30, grace_seconds: 2 });
      await age(id, { rotationDueAt: new Date(Date.now() - 1000) });
      const topics = await topicsOf(world, async () => {
        const next = good<Token>(await rotate(id));
        expect(Date.parse(next.rotation_due_at ?? '')).toBeGreaterThan(Date.now() + 29 * A_DAY_MS);
        expect([await meet(token), await meet(next.token)]).toEqual([KNOWN, KNOWN]);
        await new Promise((resolve) => setTimeout(resolve, 2100));
        expect([await meet(token), await meet(next.token)]).toEqual([[401, 'invalid_api_key'], KNOWN]);
      });
      expect(topics).toEqual([`credential:${id}`]);
    });

    it('a token that died does not come to life again beside its successor', async () => {
      const { id, token } = await issue({ rotate_every_days: 30, grace_seconds: 600 });
      await age(id, { rotationDueAt: new Date(Date.now() - 601_000) });
      expect(await meet(token)).toEqual([401, 'key_expired']);
      const next = good<Token>(await rotate(id, { grace_seconds: 600 }));
      expect([await meet(token), await meet(next.token)]).toEqual([[401, 'invalid_api_key'], KNOWN]);
    });

    it('`rotation_due_at` is announced: once for each due time, within a week of it, in the trail of changes', async () => {
      const announcers = [1, 2].map(() => new RotationAnnouncer(world.workspace.database, services()));
      const { id } = await issue({ rotate_every_days: 30 });
      const announced = async (): Promise<number> => {
        await Promise.all(announcers.map((announcer) => announcer.run(new Date())));
        return (await actionsOn(world, id)).filter((action) => action === 'credential.rotation_due').length;
      };
      expect(await announced()).toBe(0);
      await age(id, { rotationDueAt: new Date(Date.now() + 6 * A_DAY_MS) });
      expect([await announced(), await announced()]).toEqual([1, 1]);
      good(await rotate(id));
      expect(await announced()).toBe(1);
      await age(id, { rotationDueAt: new Date(Date.now() - A_DAY_MS) });
      expect(await announced()).toBe(2);
    });

    it('grace_seconds of the request counts instead of that of the token', async () => {
      const { id, token } = await issue({ rotate_every_days: 30, grace_seconds: 600 });
      good(await rotate(id, { grace_seconds: 0 }));
      expect(await meet(token)).toEqual([401, 'invalid_api_key']);
    });
  });

  it('an expired token is rotated with a later end only, and is not revived', async () => {
    const { id, token } = await issue({ expires_at: inSeconds(3600), grace_seconds: 600 });
    await age(id, { expiresAt: new Date(Date.now() - 1000) });
    expect(refusalOf(await rotate(id))).toEqual([409, 'conflict']);
    const next = good<Token>(await rotate(id, { expires_at: inSeconds(3600) }));
    expect([await meet(token), await meet(next.token)]).toEqual([[401, 'invalid_api_key'], KNOWN]);
  });

  it('an old token does not outlive the expiry that it was issued with', async () => {
    const { id, token } = await issue({ expires_at: inSeconds(1.5) });
    good(await rotate(id, { expires_at: inSeconds(3600), grace_seconds: 600 }));
    expect(await meet(token)).toEqual(KNOWN);
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect(await meet(token)).toEqual([401, 'invalid_api_key']);
  });

  it('a token is found under its own account alone', async () => {
    const { id } = await issue({ expires_at: inSeconds(60) });
    const other = `/admin/service-accounts/${await makeAccount('other')}/tokens/${id}`;
    expect(refusalOf(await world.owner.send(`DELETE ${other}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await world.owner.send(`POST ${other}/rotate`, {}))).toEqual([404, 'not_found']);
    expect(refusalOf(await world.stranger.send(`DELETE ${path}/${id}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await world.stranger.send(`POST ${path}/${id}/rotate`, {}))).toEqual([404, 'not_found']);
    const key = await world.workspace.issueKey({ teamId: world.teamId });
    expect(refusalOf(await world.owner.send(`DELETE ${path}/${key.credentialId}`))).toEqual([404, 'not_found']);
  });

  it('is recorded', async () => {
    const { id } = await issue({ expires_at: inSeconds(60) });
    good(await rotate(id));
    await world.owner.send(`DELETE ${path}/${id}`);
    expect(await actionsOn(world, id)).toEqual(['create', 'rotate', 'remove'].map((verb) => `credential.${verb}`));
  });
});
