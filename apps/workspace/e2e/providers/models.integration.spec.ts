import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Model {
  readonly id: string;
  readonly [member: string]: unknown;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;

// docs/contract/control-plane.md#providers-and-models
describe.each(serviceDatabases())('/admin/models on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let other: { organizationId: string; workspaceId: string };
  let providerId: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    other = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: other.organizationId });
    providerId = await addProvider(workspace.organizationId, workspace.workspaceId, 'openai');
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  let made = 0;
  const addProvider = async (organizationId: string, workspaceId: string, providerKind: string): Promise<string> => {
    made += 1;
    const values = { workspaceId, name: `p${made}`, kind: providerKind };
    return (await workspace.database.change(SETUP, ({ providers }) => providers.create(organizationId, values))).id;
  };
  const addWorkspace = async (): Promise<string> => {
    made += 1;
    const name = `w${made}`;
    const { id } = await workspace.database.change(SETUP, ({ workspaces }) =>
      workspaces.create(workspace.organizationId, { name }),
    );
    return id;
  };
  /** A workspace may come with a test; the first one is meant by name then. */
  const here = () => `?workspace_id=${workspace.workspaceId}`;
  const post = (body: object) => owner.send(`POST /admin/models${here()}`, body);
  const create = async (body: object): Promise<Model> => {
    const answer = await post(body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Model;
  };
  const patch = (id: string, body: object) => owner.send(`PATCH /admin/models/${id}`, body);
  const plain = (name: string, more: object = {}) => ({
    logical_name: name,
    provider_id: providerId,
    upstream_model: 'up',
    ...more,
  });
  const virtual = (name: string, targets: readonly string[], more: object = {}) => ({
    object: 'virtual_model',
    name,
    targets: targets.map((model) => ({ model })),
    ...more,
  });

  it('shows what is known of a model, with what was declared for it', async () => {
    const known = {
      api: 'both',
      token_limit: 'max_completion_tokens',
      reasoning_efforts: expect.arrayContaining(['low']),
    };
    const made = await create(plain('known', { upstream_model: 'gpt-5.5', context_window: 1000 }));
    expect(made.known_capabilities).toMatchObject({ ...known, context_window: 1000 });
    const changed = await patch(made.id, { capabilities: { api: 'chat', reasoning_efforts: ['ultra'] } });
    expect(changed.json()).toMatchObject({
      known_capabilities: { api: 'chat', reasoning_efforts: expect.arrayContaining(['low', 'ultra']) },
    });
    const { data } = (await owner.send(`GET /admin/models${here()}&q=known`)).json() as { data: Model[] };
    expect(data).toMatchObject([{ id: made.id, known_capabilities: { api: 'chat' } }]);
    const routed = await create(virtual('routes-to-known', ['known']));
    expect(routed).not.toHaveProperty('known_capabilities');
    for (const { id } of [routed, made]) expect((await owner.send(`DELETE /admin/models/${id}`)).status).toBe(204);
  });

  it('registers a model with its fields; the type is chat by default', async () => {
    const answer = await post(plain('vendor/gpt:latest', { aliases: ['default'], prices: { input_per_million: 2.5 } }));
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'model',
      workspace_id: workspace.workspaceId,
      logical_name: 'vendor/gpt:latest',
      aliases: ['default'],
      provider_id: providerId,
      upstream_model: 'up',
      type: 'chat',
      price: 'declared',
      unpriced: null,
      prices: { input_per_million: 2.5, output_per_million: 0 },
      media_prices: null,
      context_window: null,
      max_parallel: null,
      queue: null,
      capabilities: null,
      known_capabilities: null,
      unsupported_parameters: null,
      voices: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    });
  });

  it('keeps what a model takes against the matrix, and what may be left out of requests to it', async () => {
    const unsupported_parameters = { drop: ['seed', 'parallel_tool_calls'] };
    const capabilities = { structured_output: true };
    const made = await post(plain('lenient', { unsupported_parameters, capabilities }));
    expect(made.status).toBe(201);
    expect(made.json()).toMatchObject({
      unsupported_parameters,
      capabilities: { structured_output: true, reasoning_efforts: [] },
    });
    const alone = await post(plain('lenient-alone', { unsupported_parameters }));
    expect(alone.json()).toMatchObject({ unsupported_parameters, capabilities: null });
    await create(plain('lenient-target'));
    const of = await post(virtual('lenient-virtual', ['lenient-target'], { unsupported_parameters }));
    expect(of.json()).toMatchObject({ object: 'virtual_model', unsupported_parameters });
  });

  it('keeps the limit of requests at the same time and its queue, of a model and of targets, and forgets them for null', async () => {
    const made = await create(plain('narrow', { max_parallel: 3, queue: { max_length: 7 } }));
    expect(made).toMatchObject({ max_parallel: 3, queue: { max_wait_ms: 10_000, max_length: 7 }, capabilities: null });
    const targets = [{ model: 'narrow', max_parallel: 2, queue: { max_wait_ms: 50 } }];
    const routed = await create({ object: 'virtual_model', name: 'narrow-route', targets });
    expect(routed).toMatchObject({ targets: [{ max_parallel: 2, queue: { max_wait_ms: 50, max_length: 100 } }] });
    const unlimited = await patch(made.id, { max_parallel: null });
    expect([unlimited.status, unlimited.json()]).toMatchObject([400, { error: { param: 'queue' } }]);
    const changed = await patch(made.id, { max_parallel: null, queue: null });
    expect(changed.json()).toMatchObject({ max_parallel: null, queue: null });
  });

  it.each([
    [{ max_parallel: 0 }, 'max_parallel'],
    [{ max_parallel: 1, queue: { max_wait_ms: 600_001 } }, 'queue.max_wait_ms'],
    [{ max_parallel: 1, queue: { max_length: 10_001 } }, 'queue.max_length'],
    [{ queue: {} }, 'queue'],
  ])('rejects a queue that is out of bounds or has no limit: %j', async (more, param) => {
    const answer = await post(plain('refused', more));
    expect([answer.status, answer.json()]).toMatchObject([400, { error: { param } }]);
  });

  it('keeps the voices of a speech model, replaces them as a whole, and forgets them for null', async () => {
    const voices = { alloy: 'v1', narrator: 'v2' };
    const made = await post(plain('speaker', { voices, unsupported_parameters: { drop: ['seed'] } }));
    expect([made.status, made.json()]).toMatchObject([201, { voices, capabilities: null }]);
    const path = `/admin/models/${(made.json() as { id: string }).id}`;
    const changed = await owner.send(`PATCH ${path}`, { voices: { echo: 'v3' } });
    expect(changed.json()).toMatchObject({ voices: { echo: 'v3' }, unsupported_parameters: { drop: ['seed'] } });
    expect((await owner.send(`PATCH ${path}`, { aliases: [] })).json()).toMatchObject({ voices: { echo: 'v3' } });
    expect((await owner.send(`PATCH ${path}`, { voices: null })).json()).toMatchObject({ voices: null });
  });

  it.each([
    ['is no text', { alloy: 7 }, 'voices.alloy'],
    ['is empty', { alloy: '' }, 'voices.alloy'],
    ['is too long', { alloy: 'v'.repeat(201) }, 'voices.alloy'],
    ['is one of too many', Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`v${n}`, 'v'])), 'voices'],
    ['is in a list', ['v'], 'voices'],
  ])('rejects a voice that %s', async (_what, voices, param) => {
    const answer = await post(plain('mute', { voices }));
    expect([answer.status, answer.json()]).toMatchObject([400, { error: { code: 'invalid_value', param } }]);
  });

  it.each(['response_format', 'n', 'tools', 'tool_choice', 'web_search_options', 'nonsense'])(
    'never lets %s be left out of requests',
    async (name) => {
      const answer = await post(plain(`drops-${name}`, { unsupported_parameters: { drop: ['seed', name] } }));
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ error: { param: 'unsupported_parameters.drop[1]' } });
    },
  );

  it('makes a virtual model with every default, of the type of its targets', async () => {
    await create(plain('target', { type: 'embedding' }));
    const answer = await post(virtual('virtual', ['target'], { shadow: { model: 'target', percent: 1 } }));
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      object: 'virtual_model',
      workspace_id: workspace.workspaceId,
      name: 'virtual',
      type: 'embedding',
      strategy: 'failover',
      targets: [{ model: 'target', weight: 1 }],
      retry: { attempts: 2, on: [401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'] },
      sticky: true,
      shadow: { model: 'target', percent: 1 },
      hedge: null,
      unsupported_parameters: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('gives a virtual model a second call, with its defaults, and takes it away', async () => {
    await create(plain('late'));
    const { id } = await create(virtual('hedged', ['late'], { hedge: { max_percent: 3 } }));
    const read = async (): Promise<unknown> =>
      ((await owner.send(`GET /admin/models/${id}`)).json() as { hedge: unknown }).hedge;
    expect(await read()).toEqual({ after: 'p95', max_percent: 3, sessions: false });
    expect((await patch(id, { hedge: { after: 250 } })).status).toBe(200);
    expect(await read()).toEqual({ after: 250, max_percent: 5, sessions: false });
    for (const after of ['p99', 0, 1.5]) {
      const { error } = (await patch(id, { hedge: { after } })).json() as { error: { param: string } };
      expect(error.param).toBe('hedge.after');
    }
    expect((await patch(id, { hedge: null })).status).toBe(200);
    expect(await read()).toBeNull();
  });

  it.each([
    ['no name', () => ({ provider_id: providerId, upstream_model: 'u' }), 'logical_name'],
    ['no provider', () => ({ logical_name: 'x', upstream_model: 'u' }), 'provider_id'],
    ['no upstream model', () => ({ logical_name: 'x', provider_id: providerId }), 'upstream_model'],
    ['a name of spaces', () => plain('  '), 'logical_name'],
    ['a name with a space before it', () => plain(' x'), 'logical_name'],
    ['a name that is too long', () => plain('x'.repeat(513)), 'logical_name'],
    ['an alias that is the name', () => plain('x', { aliases: ['y', 'x'] }), 'aliases[1]'],
    ['an alias given twice', () => plain('x', { aliases: ['y', 'y'] }), 'aliases[1]'],
    ['an empty alias', () => plain('x', { aliases: [''] }), 'aliases[0]'],
    ['aliases beyond 100', () => plain('x', { aliases: Array.from({ length: 101 }, (_, i) => `a${i}`) }), 'aliases'],
    ['a provider that is no id', () => plain('x', { provider_id: 'openai' }), 'provider_id'],
    ['a type that nobody knows', () => plain('x', { type: 'video' }), 'type'],
    ['a type that the kind does not serve', () => plain('x', { type: 'decision' }), 'type'],
    ['a type that only gateway.yaml serves', () => plain('x', { type: 'image' }), 'type'],
    ['a negative price', () => plain('x', { prices: { input_per_million: -1 } }), 'prices.input_per_million'],
    [
      'a price above a million dollars',
      () => plain('x', { prices: { input_per_million: 1_000_001 } }),
      'prices.input_per_million',
    ],
    ['a price of nothing known', () => plain('x', { prices: { input: 1 } }), 'prices.input'],
    ['a media price that is text', () => plain('x', { media_prices: { image: '1' } }), 'media_prices.image'],
    ['a window of nothing', () => plain('x', { context_window: 0 }), 'context_window'],
    ['half a token', () => plain('x', { context_window: 1.5 }), 'context_window'],
    [
      'an effort of capitals',
      () => plain('x', { capabilities: { reasoning_efforts: ['X High'] } }),
      'capabilities.reasoning_efforts[0]',
    ],
    ['thinking of no sort', () => plain('x', { capabilities: { thinking: 'hard' } }), 'capabilities.thinking'],
    ['a field of virtual models', () => plain('x', { strategy: 'failover' }), 'strategy'],
    ['a field that nobody knows', () => plain('x', { price: 1 }), 'price'],
    ['a field that only the service sets', () => plain('x', { workspace_id: workspace.workspaceId }), 'workspace_id'],
    ['a virtual model without targets', () => ({ object: 'virtual_model', name: 'x' }), 'targets'],
    ['one with none', () => virtual('x', []), 'targets'],
    ['one of a field of models', () => virtual('x', ['default'], { provider_id: providerId }), 'provider_id'],
    ['one without a name', () => ({ object: 'virtual_model', targets: [{ model: 'default' }] }), 'name'],
    ['one whose target is no model', () => virtual('x', ['default', 'gone']), 'targets[1].model'],
    [
      'one that copies to no model',
      () => virtual('x', ['default'], { shadow: { model: 'gone', percent: 1 } }),
      'shadow.model',
    ],
    [
      'one whose target requires a name that there is not',
      () => ({ ...virtual('x', []), targets: [{ model: 'default', requires: 'gone' }] }),
      'targets[0].requires',
    ],
    ['one of more targets than a route has', () => virtual('x', Array(65).fill('default')), 'targets'],
    ['one that leads to itself', () => virtual('x', ['x']), 'targets[0].model'],
    ['one of targets of two types', () => virtual('x', ['default', 'target']), 'targets[1].model'],
    [
      'one whose weights are all 0',
      () => ({ ...virtual('x', []), targets: [{ model: 'default', weight: 0 }] }),
      'targets',
    ],
    [
      'a weight below 0',
      () => ({ ...virtual('x', []), targets: [{ model: 'default', weight: -1 }] }),
      'targets[0].weight',
    ],
    ['a strategy that nobody knows', () => virtual('x', ['default'], { strategy: 'luck' }), 'strategy'],
    ['too many attempts', () => virtual('x', ['default'], { retry: { attempts: 11 } }), 'retry.attempts'],
    ['a retry on success', () => virtual('x', ['default'], { retry: { on: [200] } }), 'retry.on[0]'],
    [
      'a copy of 101 percent',
      () => virtual('x', ['default'], { shadow: { model: 'default', percent: 101 } }),
      'shadow.percent',
    ],
  ])('rejects %s', async (_what, makeBody, param) => {
    expect(refusalOf(await post(makeBody()))).toEqual([400, 'invalid_value', param]);
  });

  it.each([
    ['openai', ['chat', 'embedding', 'rerank', 'speech', 'transcription']],
    ['anthropic', ['chat']],
    ['cohere', ['chat', 'embedding', 'rerank']],
    ['gemini', ['chat', 'embedding']],
    ['elevenlabs', ['speech', 'transcription']],
    ['assemblyai', ['transcription']],
    ['typesafe', ['decision']],
    ['simulator', ['chat', 'decision', 'embedding', 'rerank', 'speech', 'transcription']],
  ])('a provider of kind %s has models of the types %j', async (providerKind, served) => {
    const provider_id = await addProvider(workspace.organizationId, workspace.workspaceId, providerKind);
    const created: string[] = [];
    for (const type of ['chat', 'decision', 'embedding', 'rerank', 'speech', 'transcription', 'moderation']) {
      const answer = await post(plain(`${providerKind}-${type}`, { provider_id, type }));
      if (answer.status === 201) created.push(type);
      else expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'type']);
    }
    expect(created).toEqual(served);
  });

  it('names are unique in the workspace across logical names, aliases and virtual models (409 with param)', async () => {
    await create(plain('unique', { aliases: ['unique-too'] }));
    await create(virtual('unique-virtual', ['unique']));
    for (const created of ['unique', 'unique-too', 'unique-virtual']) {
      expect(refusalOf(await post(plain(created)))).toEqual([409, 'conflict', 'logical_name']);
      expect(refusalOf(await post(plain('free', { aliases: [created] })))).toEqual([409, 'conflict', 'aliases']);
      expect(refusalOf(await post(virtual(created, ['default'])))).toEqual([409, 'conflict', 'name']);
    }
    const elsewhere = await addWorkspace();
    const provider_id = await addProvider(workspace.organizationId, elsewhere, 'openai');
    const there = await owner.send(`POST /admin/models?workspace_id=${elsewhere}`, plain('unique', { provider_id }));
    expect(there.status).toBe(201);
  });

  it('PATCH changes what is sent and keeps the rest; null takes away', async () => {
    const { id } = await create(
      plain('changing', {
        aliases: ['was'],
        context_window: 100,
        prices: { output_per_million: 1 },
        media_prices: { image: 1 },
      }),
    );
    const changed = await patch(id, { logical_name: 'changed', aliases: [], prices: null, type: 'embedding' });
    expect(changed.json()).toMatchObject({
      logical_name: 'changed',
      aliases: [],
      prices: null,
      media_prices: { image: 1 },
      context_window: 100,
      type: 'embedding',
      upstream_model: 'up',
    });
    // Names that were given up are free again.
    await create(plain('changing', { aliases: ['was'] }));
    for (const [body, param] of [
      [{ name: 'x' }, 'name'],
      [{ object: 'virtual_model' }, 'object'],
      [{ type: 'image' }, 'type'],
      [{ logical_name: '' }, 'logical_name'],
    ] as const) {
      expect(refusalOf(await patch(id, body))).toEqual([400, 'invalid_value', param]);
    }
    expect(refusalOf(await patch(id, { logical_name: 'changing' }))).toEqual([409, 'conflict', 'logical_name']);
  });

  it('PATCH of a virtual model: its targets as a whole, its loops rejected', async () => {
    await create(plain('leaf'));
    const inner = await create(virtual('inner', ['leaf']));
    const outer = await create(virtual('outer', ['inner']));
    expect(refusalOf(await patch(inner.id, { targets: [{ model: 'outer' }] }))).toEqual([
      400,
      'invalid_value',
      'targets[0].model',
    ]);
    const changed = await patch(outer.id, {
      strategy: 'weighted',
      targets: [{ model: 'leaf', weight: 3 }],
      sticky: false,
    });
    expect(changed.json()).toMatchObject({
      name: 'outer',
      strategy: 'weighted',
      targets: [{ model: 'leaf', weight: 3 }],
      sticky: false,
      retry: { attempts: 2 },
    });
  });

  it('a model that a virtual model names cannot be deleted, renamed or change its type (409)', async () => {
    const leaf = await create(plain('needed', { aliases: ['needed-alias', 'spare'] }));
    const user = await create(virtual('needs', ['needed-alias']));
    expect(refusalOf(await owner.send(`DELETE /admin/models/${leaf.id}`))).toEqual([409, 'conflict']);
    expect(refusalOf(await patch(leaf.id, { aliases: ['spare'] }))).toEqual([409, 'conflict']);
    expect(refusalOf(await patch(leaf.id, { type: 'embedding' }))).toEqual([409, 'conflict']);
    expect((await patch(leaf.id, { logical_name: 'needed-anew', aliases: ['needed-alias'] })).status).toBe(200);
    expect((await owner.send(`DELETE /admin/models/${user.id}`)).status).toBe(204);
    expect((await owner.send(`DELETE /admin/models/${leaf.id}`)).status).toBe(204);
    expect(refusalOf(await owner.send(`GET /admin/models/${leaf.id}`))).toEqual([404, 'not_found']);
  });

  it('a name that a target requires cannot go (409), and is shown', async () => {
    const needed = await create(plain('required'));
    const leaf = await create(plain('reached'));
    const targets = [
      { model: 'reached' },
      { model: 'reached', requires: 'required' },
      { model: 'reached', requires: 'asks' },
    ];
    const user = await post({ object: 'virtual_model', name: 'asks', targets });
    expect(user.json()).toMatchObject({ targets });
    expect(refusalOf(await owner.send(`DELETE /admin/models/${needed.id}`))).toEqual([409, 'conflict']);
    expect((await owner.send(`DELETE /admin/models/${(user.json() as Model).id}`)).status).toBe(204);
    for (const { id } of [needed, leaf]) expect((await owner.send(`DELETE /admin/models/${id}`)).status).toBe(204);
  });

  it('never ends with a virtual model that names nothing, however changes coincide', async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaf = await create(plain(`race-${round}`));
      const [made, removed] = await Promise.all([
        post(virtual(`race-user-${round}`, [`race-${round}`])),
        owner.send(`DELETE /admin/models/${leaf.id}`),
      ]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([made.status, removed.status]);
    }
  });

  it('a provider of another workspace or tenant is none (400 provider_id), as are its models for targets', async () => {
    const elsewhere = await addWorkspace();
    const next = await addProvider(workspace.organizationId, elsewhere, 'openai');
    const foreign = await addProvider(other.organizationId, other.workspaceId, 'openai');
    for (const provider_id of [next, foreign]) {
      expect(refusalOf(await post(plain('x', { provider_id })))).toEqual([400, 'invalid_value', 'provider_id']);
    }
    const there = await owner.send(
      `POST /admin/models?workspace_id=${elsewhere}`,
      plain('next-door', { provider_id: next }),
    );
    expect(there.status).toBe(201);
    expect(refusalOf(await post(virtual('x', ['next-door'])))).toEqual([400, 'invalid_value', 'targets[0].model']);
  });

  it('lists its workspace alone, with filters and pages', async () => {
    const elsewhere = await addWorkspace();
    const query = `?workspace_id=${elsewhere}`;
    const provider_id = await addProvider(workspace.organizationId, elsewhere, 'openai');
    const empty = await addProvider(workspace.organizationId, elsewhere, 'openai');
    const add = (body: object) => owner.send(`POST /admin/models${query}`, body);
    await add(plain('one', { provider_id }));
    await add(plain('two', { provider_id, type: 'embedding' }));
    await add(virtual('three', ['one']));
    const list = async (more: string) => {
      const answer = (await owner.send(`GET /admin/models${query}${more}`)).json() as { data: Model[] };
      return answer.data.map((model) => model.logical_name ?? model.name);
    };
    expect(await list('')).toEqual(['three', 'two', 'one']);
    expect(await list('&object=virtual_model')).toEqual(['three']);
    expect(await list('&object=model')).toEqual(['two', 'one']);
    expect(await list('&type=embedding')).toEqual(['two']);
    expect(await list(`&provider_id=${provider_id}`)).toEqual(['two', 'one']);
    expect(await list(`&provider_id=${empty}`)).toEqual([]);
    const page = (await owner.send(`GET /admin/models${query}&limit=2`)).json() as { next_cursor: string };
    expect(await list(`&cursor=${page.next_cursor}`)).toEqual(['one']);
    expect(refusalOf(await owner.send(`GET /admin/models${query}&type=video`))).toEqual([400, 'invalid_value', 'type']);
    expect(refusalOf(await owner.send(`GET /admin/models${query}&kind=x`))).toEqual([400, 'invalid_value', 'kind']);
  });

  it('is as good as not there for another tenant, and for a member of another workspace', async () => {
    const { id } = await create(plain('hidden'));
    const elsewhere = await addWorkspace();
    const memberships = [{ workspaceId: elsewhere, role: 'admin' }] as const;
    const neighbour = await workspace.signIn({ role: 'org_member', memberships });
    for (const [route, body] of [
      [`GET /admin/models/${id}`],
      [`PATCH /admin/models/${id}`, { logical_name: 'mine-now' }],
      [`DELETE /admin/models/${id}`],
    ] as const) {
      expect([route, ...refusalOf(await stranger.send(route, body))]).toEqual([route, 404, 'not_found']);
      expect([route, ...refusalOf(await neighbour.send(route, body))]).toEqual([route, 404, 'not_found']);
      const named = await owner.send(`${route}?workspace_id=${elsewhere}`, body);
      expect([route, ...refusalOf(named)]).toEqual([route, 404, 'not_found']);
    }
  });

  it('editors register models, viewers read them (403), and a key reads those of the workspace that it is bound to', async () => {
    const { workspaceId, organizationId } = workspace;
    const { id } = await create(plain('for-roles'));
    const as = (role: 'editor' | 'viewer') =>
      workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role }] });
    const [editor, viewer] = [await as('editor'), await as('viewer')];
    expect((await editor.send('POST /admin/models', plain('by-editor'))).status).toBe(201);
    expect((await viewer.send(`GET /admin/models/${id}`)).status).toBe(200);
    for (const [route, body] of [
      ['POST /admin/models', plain('by-viewer')],
      [`PATCH /admin/models/${id}`, { aliases: [] }],
      [`DELETE /admin/models/${id}`, undefined],
    ] as const) {
      expect([route, ...refusalOf(await viewer.send(route, body))]).toEqual([route, 403, 'permission_denied']);
    }
    const { id: teamId } = await workspace.database.change(SETUP, ({ teams }) =>
      teams.create(organizationId, { name: 'keyed' }),
    );
    const bound = await workspace.issueKey({ teamId, workspaceId });
    expect((await bound.send(`GET /admin/models/${id}`)).status).toBe(200);
    expect((await bound.send('GET /admin/models?limit=1')).status).toBe(200);
    expect((await bound.send('POST /admin/models', plain('by-key'))).status).toBe(403);
    const elsewhere = await workspace.issueKey({ teamId, workspaceId: await addWorkspace() });
    expect(refusalOf(await elsewhere.send(`GET /admin/models/${id}`))).toEqual([404, 'not_found']);
    const unbound = await workspace.issueKey({ teamId });
    expect(refusalOf(await unbound.send(`GET /admin/models/${id}`))).toEqual([403, 'permission_denied']);
  });

  it('is recorded and announced: who, what, before and after; topic snapshot', async () => {
    const since = await workspace.database.version();
    const { id } = await create(plain('recorded'));
    await patch(id, { context_window: 5 });
    await owner.send(`DELETE /admin/models/${id}`);
    const filters = { targetId: id };
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 10, filters });
    expect(data).toMatchObject([
      { action: 'model.remove', before: { logicalName: 'recorded' } },
      { action: 'model.update', actorId: owner.user?.id, before: { contextWindow: null }, after: { contextWindow: 5 } },
      { action: 'model.create', targetName: 'recorded', before: null },
    ]);
    const { changes } = await workspace.database.readTopics(since);
    expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
  });
});
