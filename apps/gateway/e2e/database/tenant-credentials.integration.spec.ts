import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  jsonReply,
  serviceDatabases,
  startUpstream,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, type Issued, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const codeOf = (answer: { json(): unknown }): unknown =>
  (answer.json() as { error?: { code: string } }).error?.code ?? 'none';

describe.each([...serviceDatabases()])('a gateway on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let one: Tenant;
  let two: Tenant;

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    const options = { upstreamUrl: upstream.url };
    one = await makeTenant(database, 'one', options);
    two = await makeTenant(database, 'two', options);
    gateway = await startGatewayOn({ database, channel }, upstream.url);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway.stop();
    await channel.close();
    await database.close();
    await upstream.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    upstream.reset();
    upstream.setDefault(jsonReply(completion()));
  });

  /** The model and the credential that the last call to the provider had. */
  const lastCall = (): unknown[] => {
    const { body, headers } = upstream.requests.at(-1) ?? { body: {}, headers: {} };
    return [(body as { model?: string }).model, headers.authorization];
  };

  describe('docs/contract/authentication.md#verification: credentials', () => {
    it('an expired key is 401 key_expired; a disabled, a deleted and an unknown one 401 invalid_api_key', async () => {
      const expired = await one.issueKey(true, { expiresAt: new Date(Date.now() - 1) });
      expect(codeOf(await gateway.chat(expired.token, 'shared-name'))).toBe('key_expired');
      const key = await one.issueKey(true);
      const { organizationId } = one;
      await one.change(({ credentials }) => credentials.setDisabled(organizationId, key.id, true));
      expect(codeOf(await gateway.chat(key.token, 'shared-name'))).toBe('invalid_api_key');
      await one.change(({ credentials }) => credentials.setDisabled(organizationId, key.id, false));
      await waitUntil(
        'the key',
        async () => (await gateway.chat(key.token, 'shared-name')).status === 200 || undefined,
      );
      await one.change(({ credentials }) => credentials.remove(organizationId, key.id));
      await waitUntil(
        'its end',
        async () => (await gateway.chat(key.token, 'shared-name')).status === 401 || undefined,
      );
      expect(codeOf(await gateway.chat(`${key.token.slice(0, -1)}x`, 'shared-name'))).toBe('invalid_api_key');
    });

    it('keys of gateway.yaml continue, in the organization of gateway.yaml', async () => {
      expect((await gateway.chat(TEST_KEYS.research, 'gpt-4o')).status).toBe(200);
      expect((await gateway.chat(TEST_KEYS.research, 'shared-name')).status).toBe(404);
      expect((await gateway.chat(TEST_KEYS.support, 'gpt-4o')).status).toBe(403);
    });

    it('a PAT is its person in its workspace; one that lost the workspace is rejected', async () => {
      const { userId } = await one.signIn('pat@example.com');
      const pat = await one.issue({ kind: 'pat', workspaceId: one.workspaceId, userId });
      expect((await gateway.chat(pat.token, 'shared-name')).status).toBe(200);
      await one.change(({ memberships }) => memberships.remove(one.organizationId, one.workspaceId, userId));
      await waitUntil(
        'the end',
        async () => (await gateway.chat(pat.token, 'shared-name')).status === 401 || undefined,
      );
    });

    it('"Losing a team never widens access": a PAT and a session have no model until an administrator decides', async () => {
      const { organizationId, workspaceId, teamId } = one;
      const { userId, cookie } = await one.signIn('leaver@example.com');
      const pat = await one.issue({ kind: 'pat', workspaceId, userId });
      await one.change(({ teams }) => teams.addMember(organizationId, teamId, userId));
      const chatAsSession = (model: string) =>
        gateway.send('/v1/chat/completions', {
          headers: { cookie: `ml_session=${cookie}`, origin: gateway.url },
          body: { model, messages: [{ role: 'user', content: 'Hello' }] },
        });
      const outcomes = async () => [
        codeOf(await gateway.chat(pat.token, 'shared-name')),
        codeOf(await gateway.chat(pat.token, 'router')),
        codeOf(await chatAsSession('shared-name')),
      ];
      expect(await outcomes()).toEqual(['none', 'none', 'none']);
      await one.change(({ teams }) => teams.removeMember(organizationId, teamId, userId));
      await waitUntil(
        'the loss',
        async () => (await gateway.chat(pat.token, 'shared-name')).status === 403 || undefined,
      );
      expect(await outcomes()).toEqual(['model_not_allowed', 'model_not_allowed', 'model_not_allowed']);
      const listed = await gateway.send('/v1/models', {
        method: 'GET',
        headers: { authorization: `Bearer ${pat.token}` },
      });
      expect((listed.json() as { data: unknown[] }).data).toEqual([]);
      const none = { workspaceId, userId, role: 'editor', teamId: null } as const;
      await one.change(({ memberships }) => memberships.set(organizationId, none));
      await waitUntil(
        'the decision',
        async () => (await gateway.chat(pat.token, 'shared-name')).status === 200 || undefined,
      );
      expect(await outcomes()).toEqual(['none', 'none', 'none']);
    });

    describe('a console session', () => {
      let cookie: string;
      let userId: string;
      const origin = () => gateway.url;
      const chat = (headers: Record<string, string>, path = '/v1/chat/completions') =>
        gateway.send(path, {
          headers: { cookie: `ml_session=${cookie}`, ...headers },
          body: { model: 'shared-name', messages: [{ role: 'user', content: 'Hello' }] },
        });

      beforeAll(async () => {
        ({ cookie, userId } = await one.signIn('session@example.com'));
      });

      it('is let in with an Origin of this very site, and not without', async () => {
        expect((await chat({ origin: origin() })).status).toBe(200);
        expect(lastCall()).toEqual(['upstream-of-one', 'Bearer sk-secret-of-one']);
        expect((await chat({})).status).toBe(403);
        expect((await chat({ origin: 'https://evil.example' })).status).toBe(403);
        expect((await gateway.send('/v1/models', { headers: { cookie: `ml_session=${cookie}` } })).status).toBe(200);
      });

      it('reaches the workspaces of its person alone', async () => {
        const path = (id: string) => `/v1/chat/completions?workspace_id=${id}`;
        expect((await chat({ origin: origin() }, path(one.workspaceId))).status).toBe(200);
        expect((await chat({ origin: origin() }, path(two.workspaceId))).status).toBe(404);
      });

      it('acts as a PAT of its own that X-Service-Credential names, and as no other; never forwarded', async () => {
        const own = await one.issue({ kind: 'pat', name: 'acted as', workspaceId: one.workspaceId, userId });
        const strangers: Issued[] = [
          await one.issue({
            kind: 'pat',
            workspaceId: one.workspaceId,
            userId: (await one.signIn('x@example.com')).userId,
          }),
          await two.issue({
            kind: 'pat',
            workspaceId: two.workspaceId,
            userId: (await two.signIn('y@example.com')).userId,
          }),
        ];
        const acted = await chat({ origin: origin(), 'x-service-credential': own.id });
        expect(acted.status).toBe(200);
        expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('x-service-credential');
        expect(await gateway.recordOf(acted)).toMatchObject({
          credential_type: 'pat',
          credential_id: own.id,
          user_id: userId,
        });
        for (const { id } of strangers) {
          const answer = await chat({ origin: origin(), 'x-service-credential': id });
          expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid_api_key']);
        }
        const withToken = await chat({ 'x-service-credential': own.id, authorization: `Bearer ${own.token}` });
        expect([withToken.status, codeOf(withToken)]).toEqual([400, 'credential_header_not_allowed']);
      });
    });
  });

  it('the audit log names organization, workspace, team, person and credential, and never a credential', async () => {
    const { userId } = await one.signIn('audit@example.com');
    const key = await one.issueKey(true, { name: 'audited', userId });
    const record = await gateway.recordOf(await gateway.chat(key.token, 'shared-name'));
    expect(record).toMatchObject({
      organization: 'one',
      organization_id: one.organizationId,
      workspace: 'one-workspace',
      workspace_id: one.workspaceId,
      team: 'research',
      team_id: one.teamId,
      user_id: userId,
      service_account_id: null,
      credential_type: 'api_key',
      credential_id: key.id,
      api_key_name: 'audited',
      logical_name: 'shared-name',
      outcome: 'success',
    });
    expect(gateway.auditLog()).not.toMatch(/sk-secret-of|ml_pat_|ml_vat_/);
    expect(gateway.auditLog()).not.toContain(key.token);
  });

  it('/version and the metrics report the version that is in effect, and name everything that is', async () => {
    const read = async () => (await gateway.send('/version')).json() as Record<string, unknown>;
    const before = await read();
    expect(before.policy_version).toBe(await database.version());
    expect(before.snapshot_hash).toMatch(/^[0-9a-f]{16}$/);
    await one.change(({ teams }) => teams.create(one.organizationId, { name: 'a new team' }));
    const after = await waitUntil('the new version', async () => {
      const now = await read();
      return now.policy_version === (await database.version()) ? now : undefined;
    });
    expect(after.snapshot_hash).not.toBe(before.snapshot_hash);
    expect(after.config_hash).toBe(before.config_hash);
    const { text } = await gateway.send('/metrics');
    expect(text).toContain(`service_policy_version ${String(after.policy_version)}`);
    expect(text).toContain(`service_snapshot_info{hash="${String(after.snapshot_hash)}"} 1`);
    expect((await gateway.send('/ready')).json()).toMatchObject({ info: { gateway: { status: 'up' } } });
  });

  it('a key works the moment after its team was made', async () => {
    for (let round = 0; round < 5; round++) {
      const team = await two.change(({ teams }) => teams.create(two.organizationId, { name: `fresh ${round}` }));
      const { token } = await two.issueKey(true, { teamId: team.id });
      expect((await gateway.chat(token, 'shared-name')).status).toBe(200);
    }
  });

  it('records the last use of a credential when it stops, at the latest', async () => {
    const other = await startGatewayOn({ database, channel }, upstream.url);
    const key = await one.issueKey(true);
    const { cookie, sessionId, userId } = await one.signIn('used@example.com');
    const before = Date.now();
    await other.chat(key.token, 'shared-name');
    await other.send('/v1/models', { headers: { cookie: `ml_session=${cookie}` } });
    await other.stop();
    const used = await database.credentials.find(one.organizationId, key.id);
    expect(used?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before - 1);
    const session = (await database.sessions.listOfUser(one.organizationId, userId)).find(({ id }) => id === sessionId);
    expect(session?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(
      session?.createdAt.getTime() ?? Number.POSITIVE_INFINITY,
    );
  });
});
