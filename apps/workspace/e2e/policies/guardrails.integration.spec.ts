import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { SETUP } from '../access/callers/open-two-workspaces.js';
import { refusalOf } from '../start-test-workspace.js';
import { CACHE, GUARDRAILS, KEYWORDS, ROUTES, startPolicyTests } from './start-policy-tests.js';

const HTTP = {
  kind: 'http',
  config: { url: 'https://checker.example.com/check', headers: { 'X-Key': 's3cret-value' } },
};

describe.each(serviceDatabases())('guardrails on $name (docs/contract/control-plane.md#policy-resources)', (kind) => {
  const world = startPolicyTests(kind);
  const { create, refused, here, patch, inSnapshot } = world;

  it('are stored with every default, and reach the gateway as gateway.yaml has them', async () => {
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
      workspace_id: world.workspaceId,
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
    ['a keyword that cannot be stored', { kind: 'keywords', config: { keywords: ['a\u0000b'] } }, 'config'],
    ['a pattern of half a character', { kind: 'regex', config: { patterns: ['\ud800'] } }, 'config'],
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
  ])('are rejected with %s', async (_what, body, param) => {
    expect(await refused(GUARDRAILS, { ...here(), ...body })).toEqual([400, 'invalid_value', param]);
  });

  it('for all of the organization name models of any workspace, and of the catalog', async () => {
    expect(await create(GUARDRAILS, { ...KEYWORDS, models: ['far', 'gpt', 'catalog-chat'] })).toMatchObject({
      models: ['far', 'gpt', 'catalog-chat'],
    });
  });

  it('of kind http: headers are sealed, readable by the gateway alone, and stay until they are sent', async () => {
    const { id, ...shown } = await create(GUARDRAILS, { ...HTTP, ...here() });
    expect(shown).toMatchObject({
      config: { url: 'https://checker.example.com/check', timeout_ms: 5000, on_failure: 'closed' },
      header_names: ['x-key'],
    });
    const answers = [
      JSON.stringify(shown),
      (await world.owner.send(`GET ${GUARDRAILS}/${id}`)).text,
      (await world.owner.send(`GET ${GUARDRAILS}?limit=200`)).text,
    ];
    expect((await inSnapshot(id))?.definition.config).toMatchObject({ headers: { 'X-Key': 's3cret-value' } });
    const moved = { url: 'https://checker.example.com/other', timeout_ms: 100 };
    answers.push((await patch(GUARDRAILS, id, { config: moved })).text);
    expect((await inSnapshot(id))?.definition.config).toMatchObject({
      ...moved,
      headers: { 'X-Key': 's3cret-value' },
    });
    const { data } = await world.workspace.database.changes.listPage(world.organizationId, { limit: 20 });
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
    const { database } = world.workspace;
    const { id: teamId } = await database.change(SETUP, ({ teams }) =>
      teams.create(world.organizationId, { name: 'old' }),
    );
    const both = await create(GUARDRAILS, { ...KEYWORDS, ...here(), teams: ['research', 'old'] });
    const alone = await create(CACHE, { teams: ['old'] });
    const routed = await create(GUARDRAILS, { ...KEYWORDS, teams: ['old'] });
    const route = await create(ROUTES, { guardrails: [routed.name] });
    expect((await world.owner.send(`PATCH /admin/teams/${teamId}`, { name: 'new' })).status).toBe(200);
    expect((await inSnapshot(both.id))?.definition.teams).toEqual(['research', 'new']);
    expect((await inSnapshot(alone.id))?.definition.teams).toEqual(['new']);
    expect((await world.owner.send(`DELETE /admin/teams/${teamId}`)).status).toBe(204);
    expect((await inSnapshot(both.id))?.definition.teams).toEqual(['research']);
    expect(await inSnapshot(alone.id)).toBeUndefined();
    // A guardrail that a routing config names stays, for requests with that config.
    expect((await inSnapshot(routed.id))?.definition.teams).toEqual([]);
    expect((await world.owner.send(`DELETE ${ROUTES}/${route.id}`)).status).toBe(204);
  });

  it('keep a model that they name from being removed or renamed (409)', async () => {
    const { id } = await create(GUARDRAILS, { ...KEYWORDS, ...here(), models: ['gpt'] });
    expect(refusalOf(await world.owner.send(`DELETE /admin/models/${world.modelId}`))).toEqual([409, 'conflict']);
    const renamed = await world.owner.send(`PATCH /admin/models/${world.modelId}`, { logical_name: 'other' });
    expect(refusalOf(renamed)).toEqual([409, 'conflict']);
    expect((await world.owner.send(`DELETE ${GUARDRAILS}/${id}`)).status).toBe(204);
  });
});
