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

const LIMITS = '/admin/gateway/policies/rate-limits';
const CACHE = '/admin/gateway/policies/cache';
const ROUTES = '/admin/routing-configs';

/** A policy of the file is for its own organization. */
const DECLARED = 'cache: { backend: memory, policies: [{ name: declared, ttl_seconds: 700 }] }';

interface Limits {
  readonly model: string | null;
  readonly limits: readonly {
    policy_name: string;
    scope: string;
    unit: string;
    window_seconds: number;
    limit: number;
  }[];
  readonly is_complete: boolean;
}

interface Cached {
  readonly ttl_seconds: number | null;
  readonly policies: readonly { policy_name: string | null; ttl_seconds: number }[];
  readonly is_complete: boolean;
  readonly ignored: readonly string[];
  readonly is_same: boolean | null;
  readonly differences: readonly string[] | null;
  readonly wordings: 'same' | 'different' | 'incomparable' | null;
}

interface Routed {
  readonly targets: readonly {
    model: string;
    through: readonly string[];
    steps: readonly { target: number | null; model: string; reason: string }[];
    first_share: number | null;
  }[];
  readonly most_calls: number;
}

describe.each(serviceDatabases())('dry runs of requests on $name (docs/contract/control-plane.md#dry-runs)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let viewer: TestCaller;
  let stranger: TestCaller;
  let workspace_id: string;
  let team_id: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), DECLARED);
    owner = await workspace.signIn();
    ({ workspaceId: workspace_id } = workspace);
    viewer = await workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: workspace_id, role: 'viewer' }],
    });
    const other = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: other.organizationId });
    const { id: provider_id } = await post('/admin/providers', {
      name: 'p',
      kind: 'openai',
      api_key: 'sk-first-secret',
    });
    await post(`/admin/models?workspace_id=${workspace_id}`, {
      logical_name: 'chat',
      aliases: ['talk'],
      provider_id,
      upstream_model: 'u',
    });
    for (const logical_name of ['large', 'small']) {
      await post(`/admin/models?workspace_id=${workspace_id}`, { logical_name, provider_id, upstream_model: 'u' });
    }
    await post(`/admin/models?workspace_id=${workspace_id}`, {
      object: 'virtual_model',
      name: 'pool',
      strategy: 'weighted',
      targets: [
        { model: 'large', weight: 3 },
        { model: 'small', weight: 1 },
      ],
    });
    ({ id: team_id } = await post('/admin/teams', { name: 'research' }));
    await post(LIMITS, { name: 'all', scope: 'organization', requests_per_day: 900 });
    await post(LIMITS, { name: 'here', workspace_id, requests_per_minute: 60, tokens_per_minute: 1000 });
    await post(LIMITS, { name: 'team', workspace_id, team_id, requests_per_hour: 5 });
    await post(LIMITS, { name: 'model', workspace_id, model: 'talk', requests_per_minute: 3 });
    await post(LIMITS, { name: 'paused', workspace_id, requests_per_minute: 1, enabled: false });
    await post(CACHE, { name: 'wide', workspace_id: null, ttl_seconds: 900 });
    await post(CACHE, { name: 'narrow', workspace_id, models: ['talk'], ttl_seconds: 60 });
    await post(CACHE, { name: 'of a team', workspace_id, teams: ['research'], ttl_seconds: 5 });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const answer = await owner.send(`POST ${path}`, body);
    expect([path, answer.status, answer.status === 201 ? '' : answer.text]).toEqual([path, 201, '']);
    return answer.json() as { id: string };
  };
  const run = async <Answer>(path: string, body: object, by = owner): Promise<Answer> => {
    const answer = await by.send(`POST ${path}/dry-run`, { workspace_id, ...body });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return answer.json() as Answer;
  };
  const limitsOf = async (body: object, by = owner) => {
    const { limits } = await run<Limits>(LIMITS, body, by);
    return limits.map(({ policy_name: name, scope, unit, window_seconds: window, limit }) =>
      [name, scope, unit, window, limit].join(' '),
    );
  };

  it('lists the limits of a request, the outermost first, and no paused policy', async () => {
    expect(await limitsOf({})).toEqual([
      'all organization requests 86400 900',
      'here workspace requests 60 60',
      'here workspace tokens 60 1000',
    ]);
    expect(await limitsOf({ team_id })).toContain('team team requests 3600 5');
  });

  it('counts a request for a model by any of its names', async () => {
    for (const model of ['chat', 'talk']) expect(await limitsOf({ model })).toContain('model workspace requests 60 3');
    expect(await run<Limits>(LIMITS, { model: 'talk' })).toMatchObject({ model: 'chat', is_complete: true });
    const answer = await owner.send(`POST ${LIMITS}/dry-run`, { workspace_id, model: 'nothing' });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'model']);
  });

  it('says for how long a response is cached, by which policies', async () => {
    const request = { model: 'talk', messages: [] };
    expect(await run<Cached>(CACHE, { request })).toMatchObject({
      ttl_seconds: 60,
      policies: [
        { policy_name: 'narrow', ttl_seconds: 60 },
        { policy_name: 'wide', ttl_seconds: 900 },
        { policy_name: 'declared', ttl_seconds: 700 },
      ],
      is_complete: true,
      is_same: null,
      differences: null,
    });
    expect(await run<Cached>(CACHE, { request, team: 'research' })).toMatchObject({ ttl_seconds: 5 });
  });

  it('says whether two requests share a response, and what differs', async () => {
    const request = { model: 'talk', messages: [{ role: 'user', content: 'a' }], user: 'ada', temperature: null };
    const same = { messages: [{ content: 'a', role: 'user' }], model: 'chat', user: 'bob' };
    expect(await run<Cached>(CACHE, { request, other_request: same })).toMatchObject({
      ignored: ['user', 'temperature'],
      is_same: true,
      differences: [],
    });
    const other_request = { ...same, messages: [], temperature: 0 };
    expect(await run<Cached>(CACHE, { request, other_request })).toMatchObject({
      is_same: false,
      differences: ['messages', 'temperature'],
    });
  });

  it('says whether a semantic policy compares two questions, whatever the format of the requests', async () => {
    const ask = (content: string, more: object = {}) => ({
      model: 'talk',
      messages: [{ role: 'user', content }],
      ...more,
    });
    const compare = async (request: object, other_request: object) =>
      (await run<Cached>(CACHE, { request, other_request })).wordings;
    const [one, two] = ['How do I reset my password?', 'Please tell me how to reset my password'];
    expect(await compare(ask(one), ask(two))).toBeNull();
    const policy = { name: 'questions', workspace_id, mode: 'semantic' };
    const { id } = (await owner.send(`POST ${CACHE}`, policy)).json() as { id: string };
    expect(await compare(ask(one), ask(two))).toBe('same');
    expect(await compare({ model: 'talk', input: one }, { model: 'talk', input: two })).toBe('same');
    expect(await compare(ask(one), ask('How do I change my password?'))).toBe('different');
    expect(await compare(ask(one), ask(two, { top_p: 0.5 }))).toBe('different');
    expect(await compare(ask(one), ask(two, { temperature: 1.5 }))).toBe('incomparable');
    expect(await compare(ask(one), ask('Où est la clé ?'))).toBe('incomparable');
    expect((await run<Cached>(CACHE, { request: ask(one) })).wordings).toBeNull();
    await owner.send(`DELETE ${CACHE}/${id}`);
  });

  it.each([
    [{}, 'request.model'],
    [{ model: 'nothing' }, 'request.model'],
    [{ model: 'chat', ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`m${at}`, at])) }, 'request'],
    [{ model: 'chat', messages: 'x'.repeat(200_000) }, 'request'],
  ])('rejects a request without a model of the workspace, or one that is too large: %#', async (request, param) => {
    const answer = await owner.send(`POST ${CACHE}/dry-run`, { workspace_id, request });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  const routeOf = async (body: object) => {
    const { targets } = await run<Routed>(ROUTES, body);
    return targets.map(({ model, through, first_share: share }) => [...through, model, share].join(' '));
  };

  it('says where a routing config leads, through which virtual models, and the share of each model', async () => {
    const targets = [{ model: 'talk' }, { model: 'pool', weight: 4 }];
    expect(await routeOf({ strategy: 'weighted', targets })).toEqual(['pool large 0.6', 'pool small 0.2', 'chat 0.2']);
    expect(await routeOf({ targets })).toEqual(['chat 1', 'pool large 0', 'pool small 0']);
    expect(await routeOf({ strategy: 'least_busy', targets })).toEqual(['pool large ', 'pool small ', 'chat ']);
    expect(await run<Routed>(ROUTES, { targets, retry: { attempts: 4 } })).toMatchObject({ most_calls: 5 });
  });

  it.each([
    [
      'a failover',
      { targets: [{ model: 'talk' }, { model: 'pool' }] },
      ['0 chat order', '1 pool order, 0 large weight'],
    ],
    [
      'a draw',
      { strategy: 'weighted', targets: [{ model: 'chat' }, { model: 'small', weight: 0 }] },
      ['0 chat weight', '1 small last_resort'],
    ],
    [
      'a measurement',
      { strategy: 'least_latency', targets: [{ model: 'chat' }, { model: 'small' }] },
      ['0 chat latency', '1 small latency'],
    ],
    [
      'running requests',
      { strategy: 'least_busy', targets: [{ model: 'chat' }, { model: 'small' }] },
      ['0 chat running_requests', '1 small running_requests'],
    ],
    [
      'the length of the prompt',
      {
        strategy: 'weighted',
        targets: [{ model: 'large', on: 'context_length' }, { model: 'chat' }, { model: 'small' }],
      },
      ['1 chat weight', '2 small weight', '0 large context_length'],
    ],
    [
      'costs',
      { strategy: 'cheapest_healthy', session_id: 'ada', targets: [{ model: 'chat' }, { model: 'small' }] },
      ['0 chat cost', '1 small cost'],
    ],
    ['a single target', { targets: [{ model: 'talk' }] }, ['0 chat only']],
    [
      'the request',
      { model: 'pool', session_id: 'ada' },
      [' pool request, 0 large session', ' pool request, 1 small session'],
    ],
  ])('says of each choice on the way what decides it: %s', async (_, body, lines) => {
    const { targets } = await run<Routed>(ROUTES, body);
    const told = targets.map(({ steps }) =>
      steps.map(({ target, model, reason }) => `${target ?? ''} ${model} ${reason}`).join(', '),
    );
    expect(told).toEqual(expect.arrayContaining(lines));
  });

  it('gives a session one model, which is the same each time', async () => {
    const body = { strategy: 'weighted', targets: [{ model: 'chat' }, { model: 'large' }, { model: 'small' }] };
    const first = await routeOf({ ...body, session_id: 'ada' });
    expect(first.map((line) => line.split(' ')[1])).toEqual(['1', '0', '0']);
    expect(await routeOf({ ...body, session_id: 'ada' })).toEqual(first);
  });

  it('routes what the request names where the config has no targets', async () => {
    expect(await routeOf({ model: 'talk' })).toEqual(['chat 1']);
    expect(await routeOf({ model: 'pool' })).toEqual(['pool large 0.75', 'pool small 0.25']);
  });

  it.each([
    [{}, 'model'],
    [{ model: 'nothing' }, 'model'],
    [{ targets: [{ model: 'nothing' }] }, 'targets[0].model'],
    [{ targets: [{ model: 'chat' }], guardrails: ['nothing'] }, 'guardrails[0]'],
    [{ strategy: 'weighted', targets: [{ model: 'chat', weight: 0 }] }, 'targets'],
    [{ strategy: 'fastest' }, 'strategy'],
  ])('rejects a routing config as it would be rejected when stored: %#', async (body, param) => {
    const answer = await owner.send(`POST ${ROUTES}/dry-run`, { workspace_id, ...body });
    expect(refusalOf(answer)).toEqual([400, expect.any(String), param]);
  });

  it.each([
    [{ targets: 'small' }, 'targets', { kind: 'not_list', values: {} }],
    [{ targets: Array(65).fill({ model: 'small' }) }, 'targets', { kind: 'too_many_items', values: { max: 64 } }],
    [{ targets: ['small'] }, 'targets[0]', { kind: 'not_object', values: {} }],
    [{ targets: [{}] }, 'targets[0].model', { kind: 'required', values: {} }],
    [{ targets: [{ model: '' }] }, 'targets[0].model', { kind: 'empty', values: {} }],
    [{ targets: [{ model: 5 }] }, 'targets[0].model', { kind: 'not_text', values: {} }],
    [{ targets: [{ model: ' small' }] }, 'targets[0].model', { kind: 'outer_spaces', values: {} }],
    [{ targets: [{ model: 'a\u0007' }] }, 'targets[0].model', { kind: 'control_characters', values: {} }],
    [{ targets: [{ model: 'a\u202e' }] }, 'targets[0].model', { kind: 'hidden_characters', values: {} }],
    [{ targets: [{ model: 'm'.repeat(513) }] }, 'targets[0].model', { kind: 'too_long', values: { max: 512 } }],
    [{ targets: [{ model: 'nobody' }] }, 'targets[0].model', { kind: 'unknown_model_resolved', values: {} }],
    [{ targets: [{ model: 'small', region: 'eu' }] }, 'targets[0].region', { kind: 'unknown_field', values: {} }],
    [{ targets: [{ model: 'small', weight: 0 }] }, 'targets', { kind: 'no_weight', values: {} }],
    [{ targets: [{ model: 'small', on: 'context_length' }] }, 'targets', { kind: 'no_usual_target', values: {} }],
    [
      { targets: [{ model: 'small', on: 'timeout' }] },
      'targets[0].on',
      { kind: 'not_choice', values: { choices: 'context_length' } },
    ],
    [
      { strategy: 'luck' },
      'strategy',
      { kind: 'not_choice', values: { choices: expect.stringContaining('failover') } },
    ],
    [{ sticky: 'yes' }, 'sticky', { kind: 'not_flag', values: {} }],
    [{ retry: { attempts: 11 } }, 'retry.attempts', { kind: 'not_whole_in_range', values: { min: 0, max: 10 } }],
    [{ retry: { on: [200] } }, 'retry.on[0]', { kind: 'not_retry_reason', values: {} }],
    [
      { shadow: { model: 'small', percent: 101 } },
      'shadow.percent',
      { kind: 'out_of_range', values: { min: 0, max: 100 } },
    ],
    [
      { unsupported_parameters: { drop: ['tools'] } },
      'unsupported_parameters.drop[0]',
      { kind: 'never_dropped', values: {} },
    ],
    [
      { unsupported_parameters: { drop: ['x'] } },
      'unsupported_parameters.drop[0]',
      { kind: 'not_choice', values: expect.anything() },
    ],
    [{ guardrails: ['nobody'] }, 'guardrails[0]', { kind: 'unknown_guardrail', values: {} }],
    [{}, 'model', { kind: 'model_required', values: {} }],
    [{ model: 'nobody' }, 'model', { kind: 'unknown_asked_model', values: {} }],
  ])('says the kind of the problem of a routing config: %j', async (fields, param, problem) => {
    const answer = await owner.send(`POST ${ROUTES}/dry-run`, { workspace_id, ...fields });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
    expect((answer.json() as { error: { details?: object } }).error.details).toEqual({ problem });
  });

  it('says the kind of the problem of a virtual model, and of a name that is taken', async () => {
    const problemOf = async (path: string, body: object): Promise<unknown> =>
      ((await owner.send(`POST ${path}`, body)).json() as { error: { details?: object } }).error.details;
    const virtual = { object: 'virtual_model', strategy: 'failover' };
    const here = `/admin/models?workspace_id=${workspace_id}`;
    expect(await problemOf(here, { ...virtual, name: 'v', targets: [{ model: 'v' }] })).toEqual({
      problem: { kind: 'leads_back', values: {} },
    });
    expect(await problemOf(here, { ...virtual, name: 'v', targets: [{ model: 'nobody' }] })).toEqual({
      problem: { kind: 'unknown_model_of_workspace', values: {} },
    });
    expect(await problemOf(here, { ...virtual, name: 'v', targets: [] })).toEqual({
      problem: { kind: 'no_items', values: {} },
    });
    await post(ROUTES, { workspace_id, name: 'twice', targets: [{ model: 'small' }] });
    expect(await problemOf(ROUTES, { workspace_id, name: 'twice' })).toEqual({
      problem: { kind: 'taken', values: {} },
    });
  });

  it('lists the policies of the organization beside those of a workspace where that is asked for', async () => {
    const listed = async (path: string, by = owner): Promise<string[]> => {
      const answer = await by.send(`GET ${path}?workspace_id=${workspace_id}&include_organization=true&order=name`);
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
      return (answer.json() as { data: { name: string }[] }).data.map(({ name }) => name);
    };
    expect(await listed(LIMITS)).toEqual(['all', 'here', 'model', 'paused', 'team']);
    expect(await listed(CACHE)).toEqual(['narrow', 'of a team', 'wide']);
    expect(await listed(LIMITS, viewer)).toEqual(['here', 'model', 'paused', 'team']);
    expect(await listed(CACHE, viewer)).toEqual(['narrow', 'of a team']);
    const wrong = await owner.send(`GET ${LIMITS}?workspace_id=${workspace_id}&include_organization=yes`);
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'include_organization']);
  });

  it('shows nothing of the organization to callers who only reach a workspace, and says so', async () => {
    expect(await limitsOf({}, viewer)).toEqual(['here workspace requests 60 60', 'here workspace tokens 60 1000']);
    expect(await run<Limits>(LIMITS, {}, viewer)).toMatchObject({ is_complete: false });
    const { is_complete, policies } = await run<Cached>(CACHE, { request: { model: 'chat' } }, viewer);
    expect([is_complete, policies.map(({ policy_name: name }) => name)]).toEqual([false, ['narrow']]);
  });

  it('shows nothing to another organization', async () => {
    for (const [path, body] of [
      [LIMITS, {}],
      [CACHE, { request: { model: 'chat' } }],
      [ROUTES, { model: 'chat' }],
    ] as const) {
      const answer = await stranger.send(`POST ${path}/dry-run`, { workspace_id, ...body });
      expect([path, ...refusalOf(answer)]).toEqual([path, 404, 'not_found', 'workspace_id']);
    }
  });

  it('changes nothing and records nothing', async () => {
    const { database, organizationId } = workspace;
    const before = await database.changes.listPage(organizationId, { limit: 1 });
    await run(LIMITS, {});
    await run(CACHE, { request: { model: 'chat' } });
    await run(ROUTES, { model: 'chat' });
    expect(await database.changes.listPage(organizationId, { limit: 1 })).toEqual(before);
  });
});
