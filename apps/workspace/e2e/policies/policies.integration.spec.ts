import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { refusalOf, type TestCaller } from '../start-test-workspace.js';
import { CACHE, GUARDRAILS, KEYWORDS, type Policy, ROUTES, startPolicyTests } from './start-policy-tests.js';

const PII = '/admin/gateway/policies/pii';

describe.each(serviceDatabases())(
  'policies that gateway.yaml can declare too, on $name (docs/contract/control-plane.md#policy-resources)',
  (kind) => {
    const world = startPolicyTests(kind);
    const { fresh, here, create, refused, patch, inSnapshot } = world;

    describe('a policy of every kind has', () => {
      it('workspace_id null or left out: all of the organization, which needs the permission across the product', async () => {
        expect(await create(GUARDRAILS, KEYWORDS)).toMatchObject({ workspace_id: null });
        expect(await create(GUARDRAILS, { ...KEYWORDS, workspace_id: null })).toMatchObject({ workspace_id: null });
        for (const [path, body] of [
          [GUARDRAILS, KEYWORDS],
          [PII, {}],
          [CACHE, {}],
          [ROUTES, {}],
        ] as const) {
          expect(await refused(path, body, world.admin)).toEqual([403, 'permission_denied']);
        }
      });

      it('a PAT means its own workspace', async () => {
        const { user } = await world.workspace.signIn({
          memberships: [{ workspaceId: world.workspaceId, role: 'admin' }],
        });
        if (user === undefined) throw new Error('no person');
        const pat = await world.workspace.issuePat(user, world.workspaceId);
        expect(await create(GUARDRAILS, KEYWORDS, pat)).toMatchObject({ workspace_id: world.workspaceId });
        expect(await refused(GUARDRAILS, { ...KEYWORDS, workspace_id: null }, pat)).toEqual([403, 'permission_denied']);
        expect(await refused(GUARDRAILS, { ...KEYWORDS, workspace_id: world.elsewhere }, pat)).toEqual([
          403,
          'permission_denied',
        ]);
      });

      it('a workspace of another tenant is none, and one that the requester is no admin of is rejected', async () => {
        const foreign = { ...KEYWORDS, workspace_id: world.otherTenant.workspaceId };
        expect(await refused(GUARDRAILS, foreign)).toEqual([404, 'not_found', 'workspace_id']);
        const far = { ...KEYWORDS, workspace_id: world.elsewhere };
        expect(await refused(GUARDRAILS, far, world.admin)).toEqual([403, 'permission_denied']);
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
        const moved = await patch(CACHE, id, { workspace_id: world.elsewhere });
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
          expect((await world.owner.send(`GET ${path}/${id}`)).status).toBe(404);
          expect((await world.owner.send(`DELETE ${path}/${id}`)).status).toBe(404);
        }
        expect((await world.owner.send(`DELETE ${CACHE}/${id}`)).status).toBe(204);
      });

      it('is listed to those who may see it', async () => {
        const mine = await create(CACHE, here());
        const far = await create(CACHE, { workspace_id: world.elsewhere });
        const wide = await create(CACHE, {});
        const idsOf = async (by: TestCaller, query = '') =>
          ((await by.send(`GET ${CACHE}?limit=200${query}`)).json() as { data: Policy[] }).data.map(({ id }) => id);
        expect(await idsOf(world.owner)).toEqual(expect.arrayContaining([mine.id, far.id, wide.id]));
        expect(await idsOf(world.owner, `&workspace_id=${world.elsewhere}`)).toEqual([far.id]);
        const ofAdmin = await idsOf(world.admin);
        expect(ofAdmin).toContain(mine.id);
        expect(ofAdmin).not.toContain(far.id);
        expect(ofAdmin).not.toContain(wide.id);
        expect((await world.admin.send(`GET ${CACHE}/${wide.id}`)).status).toBe(404);
      });

      it('each change is audited and brings every replica a new snapshot', async () => {
        const before = await world.workspace.database.version();
        const { id } = await create(CACHE, { ...here(), ttl_seconds: 5 });
        await patch(CACHE, id, { ttl_seconds: 6 });
        expect(await inSnapshot(id)).toMatchObject({ kind: 'cache', definition: { ttl_seconds: 6 } });
        await world.owner.send(`DELETE ${CACHE}/${id}`);
        const { changes } = await world.workspace.database.readTopics(before);
        expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
        const { data } = await world.workspace.database.changes.listPage(world.organizationId, { limit: 3 });
        expect(data.map(({ action, targetId }) => [action, targetId])).toEqual([
          ['policy.remove', id],
          ['policy.update', id],
          ['policy.create', id],
        ]);
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
          custom_entities: [],
          input: 'redact',
          output: 'stream',
          placeholder: '[EMAIL_1]',
          restore: true,
        });
      });

      it('have entities of their own by pattern', async () => {
        const { data } = (await world.owner.send(`GET ${PII}`)).json() as { data: { id: string }[] };
        const [policy] = data;
        const custom = [{ name: 'employee_id', pattern: 'EMP-\\d{6}', ignore_case: true }];
        const changed = await patch(PII, policy?.id ?? '', { custom_entities: custom });
        expect(changed.json()).toMatchObject({ custom_entities: custom });
        expect((await inSnapshot(policy?.id ?? ''))?.definition).toMatchObject({ custom_entities: custom });
      });

      it.each([
        [
          'own entities without a bound',
          { custom_entities: [{ name: 'a', pattern: 'a+' }] },
          'custom_entities[0].pattern',
        ],
        ['own entities', { custom_entities: [{ name: 'email', pattern: 'a' }] }, 'custom_entities[0].name'],
        ['entities', { entities: ['shoe size'] }, 'entities[0]'],
        ['input', { input: 'drop' }, 'input'],
        ['placeholder', { placeholder: 'x' }, 'placeholder'],
      ])('are rejected with %s that there are not', async (_what, body, param) => {
        expect(await refused(PII, { workspace_id: world.elsewhere, ...body })).toEqual([400, 'invalid_value', param]);
      });
    });

    describe('cache policies', () => {
      it('are several a place, by models and teams; null takes a condition away', async () => {
        const policy = await create(CACHE, { ...here(), ttl_seconds: 60, models: ['gpt'], teams: ['research'] });
        expect(policy).toMatchObject({ object: 'cache_policy', ttl_seconds: 60, models: ['gpt'], teams: ['research'] });
        expect(policy).toMatchObject({ share_in_flight: false });
        const changes = { models: null, ttl_seconds: null, share_in_flight: true };
        const opened = await patch(CACHE, policy.id, changes);
        expect(opened.json()).toMatchObject({ ...changes, teams: ['research'] });
        expect((await inSnapshot(policy.id))?.definition).toEqual({ teams: ['research'], share_in_flight: true });
        await create(CACHE, here());
      });

      it('compare questions by their meaning if they say so, with every default, and remove answers', async () => {
        const policy = await create(CACHE, { ...here(), mode: 'semantic', semantic: { threshold: 0.9 } });
        expect(policy).toMatchObject({
          mode: 'semantic',
          semantic: { embedding_model: 'builtin', threshold: 0.9, turns: 1, shared_by: 'caller', include: [] },
          removed_requests: null,
          purged_before: null,
        });
        const removed = { removed_requests: ['req_1'], purged_before: '2027-01-31T00:00:00.000Z' };
        expect((await patch(CACHE, policy.id, removed)).json()).toMatchObject({ ...removed, mode: 'semantic' });
        const exact = await patch(CACHE, policy.id, { mode: 'exact', removed_requests: null, purged_before: null });
        expect(exact.json()).toMatchObject({ mode: 'exact', semantic: null, removed_requests: null });
      });

      it.each([
        ['no time', { ttl_seconds: 0 }, 'ttl_seconds'],
        ['a model that there is not', { models: ['ghost'] }, 'models[0]'],
        ['no model at all', { models: [] }, 'models'],
        ['a team that there is not', { teams: ['ghost'] }, 'teams[0]'],
        ['a mode that there is not', { mode: 'fuzzy' }, 'mode'],
        ['a similarity over 1', { mode: 'semantic', semantic: { threshold: 1.1 } }, 'semantic.threshold'],
        ['too many turns', { mode: 'semantic', semantic: { turns: 6 } }, 'semantic.turns'],
        ['a part that there is not', { mode: 'semantic', semantic: { include: ['all'] } }, 'semantic.include'],
        ['no time', { purged_before: 'now' }, 'purged_before'],
      ])('are rejected with %s', async (_what, body, param) => {
        expect(await refused(CACHE, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
      });
    });

    describe('routing configs', () => {
      it('are stored with every default', async () => {
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
          retry: { attempts: 2, on: [401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'] },
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
          'a target that requires a name that there is not',
          { targets: [{ model: 'gpt', requires: 'ghost' }] },
          'targets[0].requires',
        ],
        [
          'a target that requires a name of another workspace',
          { targets: [{ model: 'gpt' }, { model: 'gpt', requires: 'far' }] },
          'targets[1].requires',
        ],
        [
          'a chat model that callers of a workspace never reach',
          { targets: [{ model: 'catalog-chat' }] },
          'targets[0].model',
        ],
        ['weights that leave nothing', { targets: [{ model: 'gpt', weight: 0 }] }, 'targets'],
        ['a shadow that there is not', { shadow: { model: 'ghost', percent: 1 } }, 'shadow.model'],
        ['a guardrail that there is not', { guardrails: ['ghost'] }, 'guardrails[0]'],
        ['a reason to retry that is none', { retry: { on: [200] } }, 'retry.on[0]'],
      ])('are rejected with %s', async (_what, body, param) => {
        expect(await refused(ROUTES, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
      });

      it('of the organization name models of the catalog too, and no guardrail of the file where it is another’s', async () => {
        expect(await create(ROUTES, { targets: [{ model: 'catalog-chat' }, { model: 'far' }] })).toMatchObject({
          workspace_id: null,
        });
        const stranger = await world.workspace.signIn({ organizationId: world.otherTenant.organizationId });
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
        expect(refusalOf(await world.owner.send(`DELETE ${GUARDRAILS}/${ownId}`))).toEqual([409, 'conflict']);
        expect(refusalOf(await world.owner.send(`DELETE ${GUARDRAILS}/${wideId}`))).toEqual([409, 'conflict']);
        expect(refusalOf(await patch(GUARDRAILS, ownId, { name: fresh() }))).toEqual([409, 'conflict']);
        expect((await patch(GUARDRAILS, ownId, { mode: 'audit' })).status).toBe(200);
        expect(refusalOf(await world.owner.send(`DELETE /admin/models/${world.modelId}`))).toEqual([409, 'conflict']);
        // One of the organization takes the place of the workspace's own.
        const { id: twin } = await create(GUARDRAILS, { ...KEYWORDS, name: own });
        expect((await world.owner.send(`DELETE ${GUARDRAILS}/${ownId}`)).status).toBe(204);
        expect(refusalOf(await world.owner.send(`DELETE ${GUARDRAILS}/${twin}`))).toEqual([409, 'conflict']);
        expect((await world.owner.send(`DELETE ${ROUTES}/${route.id}`)).status).toBe(204);
        expect((await world.owner.send(`DELETE ${GUARDRAILS}/${twin}`)).status).toBe(204);
      });
    });
  },
);
