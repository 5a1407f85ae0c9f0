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
  startIssuer,
  startUpstream,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

interface ModelsAnswer {
  readonly data: { readonly id: string; readonly source: string }[];
}

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

  const listed = async (token: string): Promise<ModelsAnswer['data']> => {
    const answer = await gateway.send('/v1/models', { token });
    expect(answer.status).toBe(200);
    return (answer.json() as ModelsAnswer).data;
  };

  /** The model and the credential that the last call to the provider had. */
  const lastCall = (): unknown[] => {
    const { body, headers } = upstream.requests.at(-1) ?? { body: {}, headers: {} };
    return [(body as { model?: string }).model, headers.authorization];
  };

  describe('docs/contract/model-access.md#isolation: workspaces are isolated', () => {
    it.each(['one', 'two'] as const)('the same name is each one’s own model, with its own secret: %s', async (name) => {
      const tenant = name === 'one' ? one : two;
      const { token } = await tenant.issueKey(true);
      for (const model of ['shared-name', 'shared-alias']) {
        expect((await gateway.chat(token, model)).status).toBe(200);
        expect(lastCall()).toEqual([`upstream-of-${name}`, `Bearer sk-secret-of-${name}`]);
      }
    });

    it('a model of another workspace does not exist, neither for inference nor in a listing', async () => {
      const { token } = await one.issueKey(true);
      const answer = await gateway.chat(token, 'only-two');
      expect([answer.status, codeOf(answer)]).toEqual([404, 'model_not_found']);
      expect((await gateway.send('/v1/models/only-two', { token })).status).toBe(404);
      expect((await listed(token)).map(({ id }) => id)).not.toContain('only-two');
      expect(upstream.requests).toEqual([]);
    });

    it('chat of a bound key resolves from the workspace alone; of a team-scoped one from gateway.yaml alone', async () => {
      const bound = await one.issueKey(true);
      const scoped = await one.issueKey(false);
      expect((await gateway.chat(bound.token, 'gpt-4o')).status).toBe(404);
      expect((await gateway.chat(scoped.token, 'shared-name')).status).toBe(404);
      expect((await gateway.chat(scoped.token, 'gpt-4o')).status).toBe(200);
    });

    it('embeddings: the workspace first, and a workspace model of the wrong type is rejected; then gateway.yaml', async () => {
      const { token } = await one.issueKey(true);
      const embed = (model: string) => gateway.send('/v1/embeddings', { token, body: { model, input: 'Hello' } });
      const wrong = await embed('shared-name');
      expect([wrong.status, codeOf(wrong)]).toEqual([400, 'invalid_model_type']);
      upstream.setDefault(
        jsonReply({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5] }], model: 'm' }),
      );
      expect((await embed('text-embedding-3-small')).status).toBe(200);
    });

    it('completions: gateway.yaml only', async () => {
      const { token } = await one.issueKey(true);
      const answer = await gateway.send('/v1/completions', { token, body: { model: 'shared-name', prompt: 'Hello' } });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'model_not_found']);
    });

    it('GET /v1/models names the source of each', async () => {
      const sources = Object.fromEntries(
        (await listed((await one.issueKey(true)).token)).map(({ id, source }) => [id, source]),
      );
      expect(sources).toEqual({
        'shared-name': 'workspace',
        'shared-alias': 'workspace',
        'only-one': 'workspace',
        router: 'workspace',
        'text-embedding-3-small': 'config',
      });
      const scoped = await listed((await one.issueKey(false)).token);
      expect(new Set(scoped.map(({ source }) => source))).toEqual(new Set(['config']));
    });

    it('a virtual model leads to the models of its own workspace', async () => {
      const answer = await gateway.chat((await one.issueKey(true)).token, 'router');
      expect([answer.status, answer.headers['x-service-model']]).toEqual([200, 'shared-name']);
      const foreign = await gateway.chat((await one.issueKey(false)).token, 'router');
      expect([foreign.status, codeOf(foreign)]).toEqual([404, 'model_not_found']);
    });
  });

  describe('docs/contract/model-access.md#authorization: who may use what', () => {
    it.each([
      ['its alias', 'shared-alias'],
      ['its logical name', 'shared-name'],
    ])('a team policy that names a model by %s grants it under both names, and nothing else', async (_how, name) => {
      const { teamId } = one;
      const update = (allowedModels: readonly string[] | null) =>
        one.change(({ teams }) => teams.update(one.organizationId, teamId, { allowedModels }));
      const { token } = await one.issueKey(true);
      await update([name]);
      await waitUntil('the policy', async () => ((await listed(token)).length === 2 ? true : undefined));
      expect((await gateway.chat(token, 'shared-name')).status).toBe(200);
      expect((await gateway.chat(token, 'shared-alias')).status).toBe(200);
      const refused = await gateway.chat(token, 'only-one');
      expect([refused.status, codeOf(refused)]).toEqual([403, 'model_not_allowed']);
      expect((await gateway.send('/v1/models/only-one', { token })).status).toBe(404);
      await update(null);
      await waitUntil('the policy', async () => ((await listed(token)).length > 2 ? true : undefined));
    });

    it.each([
      ['allowed_models', { allowedModels: ['shared-alias'] }, 200, 403],
      ['allowed_models, empty', { allowedModels: [] }, 403, 403],
      ['allowed_providers by name', { allowedProviders: ['own-openai'] }, 200, 200],
      ['allowed_providers by kind', { allowedProviders: ['openai'] }, 200, 200],
      ['allowed_providers, another', { allowedProviders: ['anthropic'] }, 403, 403],
      ['neither', {}, 200, 200],
    ])('a virtual account with %s', async (what, lists, shared, only) => {
      const account = await one.change(({ serviceAccounts }) =>
        serviceAccounts.create(one.organizationId, { workspaceId: one.workspaceId, name: `bot ${what}`, ...lists }),
      );
      const { token } = await one.issue({
        kind: 'vat',
        workspaceId: one.workspaceId,
        serviceAccountId: account.id,
      });
      expect((await gateway.chat(token, 'shared-name')).status).toBe(shared);
      expect((await gateway.chat(token, 'only-one')).status).toBe(only);
    });

    it('an organization without the product is rejected, whatever it asks', async () => {
      const poor = await makeTenant(database, 'poor', { upstreamUrl: upstream.url, products: [] });
      const { token } = await poor.issueKey(true);
      for (const answer of [await gateway.chat(token, 'shared-name'), await gateway.send('/v1/models', { token })]) {
        expect([answer.status, codeOf(answer)]).toEqual([403, 'product_not_entitled']);
      }
    });
  });

  describe('the file decides about names that the database has too', () => {
    let own: Tenant;
    let withFile: GatewayInProcess;

    beforeAll(async () => {
      own = await makeTenant(database, 'default', {
        upstreamUrl: upstream.url,
        products: [],
        team: { allowedModels: ['gpt-4o-mini'] },
      });
      withFile = await startGatewayOn({ database, channel }, upstream.url);
    }, HOOK_LIMIT_MS);

    afterAll(() => withFile.stop(), HOOK_LIMIT_MS);

    it('its organization holds what the file says; its team of the same name may use what the file says', async () => {
      const { token } = await own.issueKey(false);
      expect((await withFile.chat(token, 'gpt-4o')).status).toBe(200);
    });

    it('a team of the file that the database has too is one team: its keys are recorded under its id', async () => {
      const answer = await withFile.chat(TEST_KEYS.research, 'gpt-4o');
      expect(await withFile.recordOf(answer)).toMatchObject({
        organization: 'default',
        organization_id: own.organizationId,
        team: 'research',
        team_id: own.teamId,
        credential_id: null,
        api_key_name: 'ci',
      });
    });

    it('a JWT of the identity provider belongs to a team of the file’s organization, of the database too', async () => {
      await own.change(({ teams }) =>
        teams.create(own.organizationId, { name: 'from-database', allowedModels: ['fast'] }),
      );
      await using provider = await startIssuer();
      const { issuer } = provider;
      const oidc = { issuer: issuer.url, audience: 'gateway', jwks_url: issuer.keysUrl };
      const withIssuer = await startGatewayOn({ database, channel }, upstream.url, { auth: { oidc } });
      const now = Math.floor(Date.now() / 1000);
      const issue = (team: string | string[]) =>
        issuer.issue({ iss: issuer.url, aud: 'gateway', sub: 'ada', exp: now + 60, team });
      expect((await withIssuer.chat(issue('from-database'), 'gpt-4o-mini')).status).toBe(200);
      expect((await withIssuer.chat(issue('from-database'), 'gpt-4o')).status).toBe(403);
      expect((await withIssuer.chat(issue('research'), 'gpt-4o')).status).toBe(200);
      expect((await withIssuer.chat(issue('nobody'), 'gpt-4o')).status).toBe(401);
      // The first of several teams decides, or the header.
      const both = issue(['from-database', 'research']);
      expect((await withIssuer.chat(both, 'gpt-4o')).status).toBe(403);
      const ask = (team: string) =>
        withIssuer.send('/v1/chat/completions', {
          token: both,
          headers: { 'x-service-team': team },
          body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
        });
      const asked = await ask('research');
      expect([asked.status, await withIssuer.recordOf(asked)]).toMatchObject([200, { team: 'research' }]);
      const refused = await ask('marketing');
      expect([refused.status, refused.json()]).toMatchObject([403, { error: { param: 'X-Service-Team' } }]);
      await withIssuer.stop();
    });
  });

  describe('docs/contract/egress.md#addresses: what people register', () => {
    it('leads to no private address, unless the operator allows it', async () => {
      const strict = await startGatewayOn({ database, channel }, upstream.url, { network: {} });
      const answer = await strict.chat((await one.issueKey(true)).token, 'shared-name');
      expect([answer.status, codeOf(answer)]).toEqual([502, 'provider_error']);
      expect((await strict.chat(TEST_KEYS.research, 'gpt-4o')).status).toBe(200);
      expect(upstream.requests).toHaveLength(1);
      await strict.stop();
    });

    it('a provider that cannot be used fails alone, and says nothing of its secrets', async () => {
      const { organizationId, workspaceId } = two;
      await two.change(async ({ providers, models }) => {
        const broken = await providers.create(organizationId, {
          workspaceId,
          name: 'broken',
          kind: 'openai',
          settings: { headers: { 'not a header': 'value' } },
          secrets: { api_key: 'sk-secret-of-broken' },
        });
        await models.create(organizationId, {
          workspaceId,
          kind: 'model',
          type: 'chat',
          logicalName: 'broken',
          providerId: broken.id,
          upstreamModel: 'm',
        });
      });
      const { token } = await two.issueKey(true);
      const answer = await waitUntil('the model', async () => {
        const tried = await gateway.chat(token, 'broken');
        return tried.status === 404 ? undefined : tried;
      });
      expect([answer.status, codeOf(answer)]).toEqual([502, 'provider_error']);
      expect(answer.text).not.toContain('sk-secret');
      expect((await gateway.chat(token, 'shared-name')).status).toBe(200);
    });
  });
});
