import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from './start-test-workspace.js';

interface Policy {
  readonly id: string;
  readonly [member: string]: unknown;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const GUARDRAILS = '/admin/gateway/policies/guardrails';
const PII = '/admin/gateway/policies/pii';
const CACHE = '/admin/gateway/policies/cache';
const ROUTES = '/admin/routing-configs';

const CONFIG = `
models:
  - { logical_name: catalog-chat, provider: simulator, upstream_model: simulator }
  - { logical_name: catalog-embedding, type: embedding, provider: simulator, upstream_model: simulator }
guardrails:
  - { name: of-the-file, kind: max_tokens, config: { limit: 10 } }
`;

const KEYWORDS = { kind: 'keywords', config: { keywords: ['x'] } };
const HTTP = {
  kind: 'http',
  config: { url: 'https://checker.example.com/check', headers: { 'X-Key': 's3cret-value' } },
};

describe.each(testDatabases())(
  'policies that gateway.yaml can declare too, on $name (decisions sections 4, 6 and 7)',
  (kind) => {
    let workspace: TestWorkspace;
    let owner: TestCaller;
    let admin: TestCaller;
    let organizationId: string;
    let workspaceId: string;
    let elsewhere: string;
    let modelId: string;
    let otherTenant: { organizationId: string; workspaceId: string };

    beforeAll(async () => {
      workspace = await startTestWorkspace(await kind.create(), CONFIG);
      ({ organizationId, workspaceId } = workspace);
      owner = await workspace.signIn();
      admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
      otherTenant = await addTenant(workspace.database, 'other');
      await workspace.database.change(SETUP, async ({ workspaces, providers, models, teams }) => {
        ({ id: elsewhere } = await workspaces.create(organizationId, { name: 'elsewhere' }));
        await teams.create(organizationId, { name: 'research' });
        const make = async (place: string, logicalName: string) => {
          const { id } = await providers.create(organizationId, {
            workspaceId: place,
            name: logicalName,
            kind: 'openai',
          });
          const values = { workspaceId: place, logicalName, aliases: [], upstreamModel: 'up', providerId: id };
          return (await models.create(organizationId, { ...values, kind: 'model', type: 'chat' })).id;
        };
        modelId = await make(workspaceId, 'gpt');
        await make(elsewhere, 'far');
      });
    }, HOOK_LIMIT_MS);

    afterAll(async () => {
      await workspace?.stop();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    let made = 0;
    const fresh = () => `n${++made}`;
    const here = () => ({ workspace_id: workspaceId });
    const post = (path: string, body: object, by = owner) => by.send(`POST ${path}`, { name: fresh(), ...body });
    const create = async (path: string, body: object, by = owner): Promise<Policy> => {
      const answer = await post(path, body, by);
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      return answer.json() as Policy;
    };
    const refused = async (path: string, body: object, by = owner) => refusalOf(await post(path, body, by));
    const patch = (path: string, id: string, body: object) => owner.send(`PATCH ${path}/${id}`, body);
    const inSnapshot = async (id: string) =>
      (await workspace.database.loadSnapshotRows()).policies.find((row) => row.id === id);

    describe('what every kind has', () => {
      it('workspace_id null or left out: all of the organization, which needs the permission across the product', async () => {
        expect(await create(GUARDRAILS, KEYWORDS)).toMatchObject({ workspace_id: null });
        expect(await create(GUARDRAILS, { ...KEYWORDS, workspace_id: null })).toMatchObject({ workspace_id: null });
        for (const [path, body] of [
          [GUARDRAILS, KEYWORDS],
          [PII, {}],
          [CACHE, {}],
          [ROUTES, {}],
        ] as const) {
          expect(await refused(path, body, admin)).toEqual([403, 'permission_denied']);
        }
      });

      it('a PAT means its own workspace', async () => {
        const { user } = await workspace.signIn({ memberships: [{ workspaceId, role: 'admin' }] });
        if (user === undefined) throw new Error('no person');
        const pat = await workspace.issuePat(user, workspaceId);
        expect(await create(GUARDRAILS, KEYWORDS, pat)).toMatchObject({ workspace_id: workspaceId });
        expect(await refused(GUARDRAILS, { ...KEYWORDS, workspace_id: null }, pat)).toEqual([403, 'permission_denied']);
        expect(await refused(GUARDRAILS, { ...KEYWORDS, workspace_id: elsewhere }, pat)).toEqual([
          403,
          'permission_denied',
        ]);
      });

      it('a workspace of another tenant is none, and one that the requester is no admin of is refused', async () => {
        const foreign = { ...KEYWORDS, workspace_id: otherTenant.workspaceId };
        expect(await refused(GUARDRAILS, foreign)).toEqual([404, 'not_found', 'workspace_id']);
        const far = { ...KEYWORDS, workspace_id: elsewhere };
        expect(await refused(GUARDRAILS, far, admin)).toEqual([403, 'permission_denied']);
      });

      it('a name once in its place, and again in another', async () => {
        const name = fresh();
        await create(GUARDRAILS, { ...KEYWORDS, ...here(), name });
        expect(await refused(GUARDRAILS, { ...KEYWORDS, ...here(), name })).toEqual([409, 'conflict', 'name']);
        await create(GUARDRAILS, { ...KEYWORDS, name });
        expect(await refused(GUARDRAILS, { ...KEYWORDS, name })).toEqual([409, 'conflict', 'name']);
        await create(CACHE, { ...here(), name });
      });

      it('enabled false pauses it; where it holds is fixed', async () => {
        const { id } = await create(CACHE, here());
        expect((await patch(CACHE, id, { enabled: false })).json()).toMatchObject({ enabled: false });
        expect(await inSnapshot(id)).toMatchObject({ enabled: false });
        expect((await patch(CACHE, id, { ...here(), enabled: true })).json()).toMatchObject({ enabled: true });
        const moved = await patch(CACHE, id, { workspace_id: elsewhere });
        expect(refusalOf(moved)).toEqual([400, 'invalid_value', 'workspace_id']);
        expect(refusalOf(await patch(CACHE, id, { workspace_id: null }))).toEqual([
          400,
          'invalid_value',
          'workspace_id',
        ]);
      });

      it('an id of another kind is none', async () => {
        const { id } = await create(CACHE, here());
        for (const path of [GUARDRAILS, PII, ROUTES]) {
          expect((await owner.send(`GET ${path}/${id}`)).status).toBe(404);
          expect((await owner.send(`DELETE ${path}/${id}`)).status).toBe(404);
        }
        expect((await owner.send(`DELETE ${CACHE}/${id}`)).status).toBe(204);
      });

      it('is listed to those who may see it', async () => {
        const mine = await create(CACHE, here());
        const far = await create(CACHE, { workspace_id: elsewhere });
        const wide = await create(CACHE, {});
        const idsOf = async (by: TestCaller, query = '') =>
          ((await by.send(`GET ${CACHE}?limit=200${query}`)).json() as { data: Policy[] }).data.map(({ id }) => id);
        expect(await idsOf(owner)).toEqual(expect.arrayContaining([mine.id, far.id, wide.id]));
        expect(await idsOf(owner, `&workspace_id=${elsewhere}`)).toEqual([far.id]);
        const ofAdmin = await idsOf(admin);
        expect(ofAdmin).toContain(mine.id);
        expect(ofAdmin).not.toContain(far.id);
        expect(ofAdmin).not.toContain(wide.id);
        expect((await admin.send(`GET ${CACHE}/${wide.id}`)).status).toBe(404);
      });

      it('each change is audited and brings every replica a new snapshot', async () => {
        const before = await workspace.database.version();
        const { id } = await create(CACHE, { ...here(), ttl_seconds: 5 });
        await patch(CACHE, id, { ttl_seconds: 6 });
        expect(await inSnapshot(id)).toMatchObject({ kind: 'cache', definition: { ttl_seconds: 6 } });
        await owner.send(`DELETE ${CACHE}/${id}`);
        const { changes } = await workspace.database.readTopics(before);
        expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
        const { data } = await workspace.database.changes.listPage(organizationId, { limit: 3 });
        expect(data.map(({ action, targetId }) => [action, targetId])).toEqual([
          ['policy.remove', id],
          ['policy.update', id],
          ['policy.create', id],
        ]);
      });
    });

    describe('guardrails', () => {
      it('are kept with every default, and told to the gateway as gateway.yaml has them', async () => {
        const policy = await create(GUARDRAILS, {
          ...here(),
          name: 'short',
          kind: 'max_tokens',
          config: { limit: 9 },
          teams: ['research'],
        });
        expect(policy).toEqual({
          id: expect.any(String),
          object: 'guardrail',
          workspace_id: workspaceId,
          name: 'short',
          enabled: true,
          phase: 'before',
          mode: 'enforce',
          kind: 'max_tokens',
          models: null,
          teams: ['research'],
          config: { limit: 9 },
          header_names: [],
          created_at: expect.any(String),
          updated_at: expect.any(String),
        });
        expect((await inSnapshot(policy.id))?.definition).toEqual({
          phase: 'before',
          mode: 'enforce',
          kind: 'max_tokens',
          teams: ['research'],
          config: { limit: 9 },
        });
      });

      it.each([
        ['no kind', {}, 'kind'],
        ['a kind that there is not', { kind: 'magic' }, 'kind'],
        ['no config where one is needed', { kind: 'regex' }, 'config'],
        ['a regular expression that is none', { kind: 'regex', config: { patterns: ['('] } }, 'config.patterns[0]'],
        ['a setting of another kind', { ...KEYWORDS, config: { keywords: ['x'], limit: 3 } }, 'config.limit'],
        ['an unknown field', { ...KEYWORDS, colour: 'red' }, 'colour'],
        ['a model that there is not', { ...KEYWORDS, models: ['gpt', 'ghost'] }, 'models[1]'],
        ['a model of another workspace', { ...KEYWORDS, models: ['far'] }, 'models[0]'],
        ['a team that there is not', { ...KEYWORDS, teams: ['ghost'] }, 'teams[0]'],
        ['a moderation model that there is not', { kind: 'moderation', config: { model: 'ghost' } }, 'config.model'],
        ['an address within', { kind: 'http', config: { url: 'http://127.0.0.1/check' } }, 'config.url'],
        [
          'a header that the gateway writes',
          { kind: 'http', config: { url: 'https://c.example.com', headers: { Host: 'x' } } },
          'config.headers.Host',
        ],
      ])('are refused with %s', async (_what, body, param) => {
        expect(await refused(GUARDRAILS, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
      });

      it('for all of the organization name models of any workspace, and of the catalog', async () => {
        expect(await create(GUARDRAILS, { ...KEYWORDS, models: ['far', 'gpt', 'catalog-chat'] })).toMatchObject({
          models: ['far', 'gpt', 'catalog-chat'],
        });
      });

      it('of kind http: headers are sealed, told to the gateway alone, and stay until they are sent', async () => {
        const { id, ...shown } = await create(GUARDRAILS, { ...HTTP, ...here() });
        expect(shown).toMatchObject({
          config: { url: 'https://checker.example.com/check', timeout_ms: 5000, on_failure: 'closed' },
          header_names: ['x-key'],
        });
        const answers = [
          JSON.stringify(shown),
          (await owner.send(`GET ${GUARDRAILS}/${id}`)).text,
          (await owner.send(`GET ${GUARDRAILS}?limit=200`)).text,
        ];
        expect((await inSnapshot(id))?.definition.config).toMatchObject({ headers: { 'X-Key': 's3cret-value' } });
        const moved = { url: 'https://checker.example.com/other', timeout_ms: 100 };
        answers.push((await patch(GUARDRAILS, id, { config: moved })).text);
        expect((await inSnapshot(id))?.definition.config).toMatchObject({
          ...moved,
          headers: { 'X-Key': 's3cret-value' },
        });
        const { data } = await workspace.database.changes.listPage(organizationId, { limit: 20 });
        answers.push(JSON.stringify(data));
        expect(answers.filter((text) => text.includes('s3cret-value'))).toEqual([]);
        const gone = await patch(GUARDRAILS, id, { config: { ...moved, headers: {} } });
        expect(gone.json()).toMatchObject({ header_names: [] });
        expect((await inSnapshot(id))?.definition.config).not.toHaveProperty('headers');
      });

      it('of kind http: stored headers go to no other host than the one that they were entered for', async () => {
        const { id } = await create(GUARDRAILS, { ...HTTP, ...here() });
        const config = { url: 'https://evil.example.com/check' };
        const answer = await patch(GUARDRAILS, id, { config });
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'config.headers']);
        const sent = await patch(GUARDRAILS, id, { config: { ...config, headers: { 'X-New': 'fresh-value' } } });
        expect(sent.json()).toMatchObject({ header_names: ['x-new'] });
        const other = await patch(GUARDRAILS, id, { ...KEYWORDS });
        expect(other.json()).toMatchObject({ kind: 'keywords', header_names: [] });
        const back = await patch(GUARDRAILS, id, { kind: 'http', config: { url: 'https://checker.example.com' } });
        expect(back.json()).toMatchObject({ header_names: [] });
      });

      it('follow a team that is renamed, and lose one that goes; one that was for it alone goes too', async () => {
        const { database } = workspace;
        const { id: teamId } = await database.change(SETUP, ({ teams }) =>
          teams.create(organizationId, { name: 'old' }),
        );
        const both = await create(GUARDRAILS, { ...KEYWORDS, ...here(), teams: ['research', 'old'] });
        const alone = await create(CACHE, { teams: ['old'] });
        const routed = await create(GUARDRAILS, { ...KEYWORDS, teams: ['old'] });
        const route = await create(ROUTES, { guardrails: [routed.name] });
        expect((await owner.send(`PATCH /admin/teams/${teamId}`, { name: 'new' })).status).toBe(200);
        expect((await inSnapshot(both.id))?.definition.teams).toEqual(['research', 'new']);
        expect((await inSnapshot(alone.id))?.definition.teams).toEqual(['new']);
        expect((await owner.send(`DELETE /admin/teams/${teamId}`)).status).toBe(204);
        expect((await inSnapshot(both.id))?.definition.teams).toEqual(['research']);
        expect(await inSnapshot(alone.id)).toBeUndefined();
        // What a routing config names stays, for whoever asks for that.
        expect((await inSnapshot(routed.id))?.definition.teams).toEqual([]);
        expect((await owner.send(`DELETE ${ROUTES}/${route.id}`)).status).toBe(204);
      });

      it('keep a model that they name from being removed or renamed (409)', async () => {
        const { id } = await create(GUARDRAILS, { ...KEYWORDS, ...here(), models: ['gpt'] });
        expect(refusalOf(await owner.send(`DELETE /admin/models/${modelId}`))).toEqual([409, 'conflict']);
        const renamed = await owner.send(`PATCH /admin/models/${modelId}`, { logical_name: 'other' });
        expect(refusalOf(renamed)).toEqual([409, 'conflict']);
        expect((await owner.send(`DELETE ${GUARDRAILS}/${id}`)).status).toBe(204);
      });
    });

    describe('policies of personal data', () => {
      it('are one a place', async () => {
        const policy = await create(PII, { ...here(), input: 'redact', restore: true });
        expect(policy).toMatchObject({
          object: 'pii_policy',
          entities: ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address'],
          input: 'redact',
          output: 'off',
          placeholder: '[EMAIL_1]',
          restore: true,
        });
        expect(await refused(PII, here())).toEqual([409, 'conflict', 'workspace_id']);
        await create(PII, {});
        expect(await refused(PII, {})).toEqual([409, 'conflict', 'workspace_id']);
        const changed = await patch(PII, policy.id, { output: 'stream', entities: ['email'] });
        expect(changed.json()).toMatchObject({ input: 'redact', output: 'stream', entities: ['email'] });
        expect((await inSnapshot(policy.id))?.definition).toEqual({
          entities: ['email'],
          input: 'redact',
          output: 'stream',
          placeholder: '[EMAIL_1]',
          restore: true,
        });
      });

      it.each([
        ['entities', { entities: ['shoe size'] }, 'entities[0]'],
        ['input', { input: 'drop' }, 'input'],
        ['placeholder', { placeholder: 'x' }, 'placeholder'],
      ])('are refused with %s that there are not', async (_what, body, param) => {
        expect(await refused(PII, { workspace_id: elsewhere, ...body })).toEqual([400, 'invalid_value', param]);
      });
    });

    describe('cache policies', () => {
      it('are several a place, by models and teams; null takes a condition away', async () => {
        const policy = await create(CACHE, { ...here(), ttl_seconds: 60, models: ['gpt'], teams: ['research'] });
        expect(policy).toMatchObject({ object: 'cache_policy', ttl_seconds: 60, models: ['gpt'], teams: ['research'] });
        const opened = await patch(CACHE, policy.id, { models: null, ttl_seconds: null });
        expect(opened.json()).toMatchObject({ ttl_seconds: null, models: null, teams: ['research'] });
        expect((await inSnapshot(policy.id))?.definition).toEqual({ teams: ['research'] });
        await create(CACHE, here());
      });

      it.each([
        ['no time', { ttl_seconds: 0 }, 'ttl_seconds'],
        ['a model that there is not', { models: ['ghost'] }, 'models[0]'],
        ['no model at all', { models: [] }, 'models'],
        ['a team that there is not', { teams: ['ghost'] }, 'teams[0]'],
      ])('are refused with %s', async (_what, body, param) => {
        expect(await refused(CACHE, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
      });
    });

    describe('routing configs', () => {
      it('are kept with every default', async () => {
        const guardrail = await create(GUARDRAILS, { ...KEYWORDS, ...here() });
        const guardrails = [guardrail.name, 'of-the-file'];
        const route = await create(ROUTES, {
          ...here(),
          name: 'canary',
          strategy: 'weighted',
          targets: [{ model: 'gpt', weight: 9 }, { model: 'catalog-embedding' }],
          cache: { ttl_seconds: 5 },
          guardrails,
          timeouts: { idle_ms: 10 },
        });
        const definition = {
          strategy: 'weighted',
          targets: [
            { model: 'gpt', weight: 9 },
            { model: 'catalog-embedding', weight: 1 },
          ],
          retry: { attempts: 2, on: [408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'] },
          sticky: true,
          cache: { enabled: true, ttl_seconds: 5 },
          guardrails,
          timeouts: { idle_ms: 10 },
        };
        expect(route).toMatchObject({ object: 'routing_config', name: 'canary', shadow: null, ...definition });
        expect((await inSnapshot(route.id))?.definition).toEqual(definition);
        expect((await patch(ROUTES, route.id, { cache: null, targets: [] })).json()).toMatchObject({
          cache: null,
          targets: [],
          strategy: 'weighted',
        });
      });

      it.each([
        ['a target that there is not', { targets: [{ model: 'gpt' }, { model: 'ghost' }] }, 'targets[1].model'],
        ['a target of another workspace', { targets: [{ model: 'far' }] }, 'targets[0].model'],
        [
          'a chat model that callers of a workspace never reach',
          { targets: [{ model: 'catalog-chat' }] },
          'targets[0].model',
        ],
        ['weights that leave nothing', { targets: [{ model: 'gpt', weight: 0 }] }, 'targets'],
        ['a shadow that there is not', { shadow: { model: 'ghost', percent: 1 } }, 'shadow.model'],
        ['a guardrail that there is not', { guardrails: ['ghost'] }, 'guardrails[0]'],
        ['a reason to retry that is none', { retry: { on: [200] } }, 'retry.on[0]'],
      ])('are refused with %s', async (_what, body, param) => {
        expect(await refused(ROUTES, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
      });

      it('of the organization name models of the catalog too, and no guardrail of the file where it is another’s', async () => {
        expect(await create(ROUTES, { targets: [{ model: 'catalog-chat' }, { model: 'far' }] })).toMatchObject({
          workspace_id: null,
        });
        const stranger = await workspace.signIn({ organizationId: otherTenant.organizationId });
        expect(await refused(ROUTES, { guardrails: ['of-the-file'] }, stranger)).toEqual([
          400,
          'invalid_value',
          'guardrails[0]',
        ]);
      });

      it('keep the guardrails and models that they name from going (409)', async () => {
        const [own, wide] = [fresh(), fresh()];
        const { id: ownId } = await create(GUARDRAILS, { ...KEYWORDS, ...here(), name: own });
        const { id: wideId } = await create(GUARDRAILS, { ...KEYWORDS, name: wide });
        const route = await create(ROUTES, { ...here(), guardrails: [own, wide], targets: [{ model: 'gpt' }] });
        expect(refusalOf(await owner.send(`DELETE ${GUARDRAILS}/${ownId}`))).toEqual([409, 'conflict']);
        expect(refusalOf(await owner.send(`DELETE ${GUARDRAILS}/${wideId}`))).toEqual([409, 'conflict']);
        expect(refusalOf(await patch(GUARDRAILS, ownId, { name: fresh() }))).toEqual([409, 'conflict']);
        expect((await patch(GUARDRAILS, ownId, { mode: 'audit' })).status).toBe(200);
        expect(refusalOf(await owner.send(`DELETE /admin/models/${modelId}`))).toEqual([409, 'conflict']);
        // One of the organization takes the place of the workspace's own.
        const { id: twin } = await create(GUARDRAILS, { ...KEYWORDS, name: own });
        expect((await owner.send(`DELETE ${GUARDRAILS}/${ownId}`)).status).toBe(204);
        expect(refusalOf(await owner.send(`DELETE ${GUARDRAILS}/${twin}`))).toEqual([409, 'conflict']);
        expect((await owner.send(`DELETE ${ROUTES}/${route.id}`)).status).toBe(204);
        expect((await owner.send(`DELETE ${GUARDRAILS}/${twin}`)).status).toBe(204);
      });
    });
  },
);
