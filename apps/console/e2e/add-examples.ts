import { type Caller, createCaller, type World } from './world.js';

/** US dollars per million tokens, so that figures and charts have amounts. */
const PRICES = { input_per_million: 2.5, output_per_million: 10 };

const STEPS = {
  nodes: [{ id: 'greet', kind: 'transform', expression: '{ "text": "Hello " & input.name }' }],
  edges: [],
};

const LONG = 'a name that somebody made much longer than anybody would want to read in a table of many rows';
const RIGHT_TO_LEFT = 'فريق الأبحاث';

/** Fills a world with one of everything that pages list, with names that are long and that run from right to left. */
export async function addExamples({ cookie, providerId, team, url, workspace }: World): Promise<void> {
  const { call } = createCaller(url, cookie);
  const own = { workspace_id: workspace.id };
  const model = { provider_id: providerId, upstream_model: 'simulator', prices: PRICES };
  for (const name of ['support-small', 'support-large', LONG]) {
    await call('POST', '/admin/models', { ...model, logical_name: name });
  }
  await call('POST', '/admin/models', {
    object: 'virtual_model',
    name: 'support',
    strategy: 'failover',
    targets: [{ model: 'support-small' }, { model: 'support-large' }],
  });
  await call('POST', '/admin/teams', { name: RIGHT_TO_LEFT, rpm_limit: 600, token_budget_monthly: 2_000_000 });
  await call('POST', '/admin/teams', { name: LONG, allowed_models: ['support-small'] });
  const key = await call<{ key: string }>('POST', '/admin/keys', {
    ...own,
    name: 'help desk',
    team: team.name,
    budget_usd_monthly: 50,
    rpm_limit: 120,
  });
  for (const name of [LONG, RIGHT_TO_LEFT]) await call('POST', '/admin/keys', { ...own, name, team: RIGHT_TO_LEFT });
  await call('POST', `/admin/service-accounts?workspace_id=${workspace.id}`, { name: 'nightly reports' });
  await call('POST', '/org/accounts', {
    name: 'release pipeline',
    permissions: ['gateway.keys.read', 'gateway.keys.manage', 'gateway.models.read', 'gateway.models.manage'],
  });
  await call('POST', '/org/accounts', { name: LONG, permissions: ['org.read'], disabled: true });
  await call('POST', '/admin/gateway/policies/guardrails', {
    ...own,
    name: 'no card numbers',
    kind: 'regex',
    config: { patterns: ['\\b\\d{16}\\b'] },
  });
  await call('POST', '/admin/gateway/policies/guardrails', {
    ...own,
    name: LONG,
    kind: 'keywords',
    mode: 'audit',
    config: { keywords: ['confidential'] },
  });
  await call('POST', '/admin/gateway/policies/pii', { ...own, name: 'mail and phone', entities: ['email', 'phone'] });
  await call('POST', '/admin/gateway/policies/cache', {
    ...own,
    name: 'frequent questions',
    models: ['support-small'],
    ttl_seconds: 3_600,
  });
  await call('POST', '/admin/gateway/policies/budgets', {
    ...own,
    name: 'each customer',
    scope: 'customer',
    amount: 5,
  });
  await call('POST', '/admin/gateway/policies/tags', {
    ...own,
    name: 'cost centres',
    assign: [{ tags: { centre: '4711' } }],
    headers: [{ header: 'x-department', tag: 'department' }],
  });
  await call('POST', '/admin/gateway/policies/rate-limits', {
    name: 'help desk',
    team_id: team.id,
    requests_per_minute: 300,
    tokens_per_day: 5_000_000,
    applies_per: 'api_key',
  });
  await call('POST', '/admin/routing-configs', {
    ...own,
    name: 'cheap first',
    strategy: 'weighted',
    targets: [
      { model: 'support-small', weight: 4 },
      { model: 'support-large', weight: 1 },
    ],
  });
  await call('POST', `/w/kb?workspace_id=${workspace.id}`, { name: 'Handbook' });
  await call('POST', `/admin/mcp-servers?workspace_id=${workspace.id}`, {
    name: 'tickets',
    kind: 'sample',
    description: 'Tickets of the help desk',
    access: [{ team_id: team.id }],
  });
  await call('POST', `/w/agents?workspace_id=${workspace.id}`, {
    name: 'order-desk',
    description: 'Answers questions about orders, and opens a ticket where it cannot',
    model: 'support-small',
  });
  for (const name of ['Answer a ticket', LONG, RIGHT_TO_LEFT]) {
    await call('POST', `/w/workflows?workspace_id=${workspace.id}`, { name, definition: STEPS });
  }
  await addEvaluations({ call, workspace });
  await call('POST', `/w/secrets?workspace_id=${workspace.id}`, {
    name: 'SHOP_KEY',
    value: 'a-token',
    description: 'Token of the shop',
  });
  await call('POST', `/w/chat/sessions?workspace_id=${workspace.id}`, { title: 'A lamp that came broken' });
  await call('POST', '/org/invites', { email: 'grace@example.com' });
  await ask(url, key.key);
}

/** Datasets and suites, and one run, which workers end soon. */
async function addEvaluations({ call, workspace }: Pick<Caller, 'call'> & Pick<World, 'workspace'>): Promise<void> {
  const query = `?workspace_id=${workspace.id}`;
  const cases = [
    { id: 'returns', input: 'How do I send something back?', expected: 'back' },
    { id: 'hours', input: 'When is the shop open?', expected: 'from nine to five' },
  ];
  const [dataset = ''] = await Promise.all(
    [
      ['Support questions', 'What customers asked in October'],
      [LONG, LONG],
      [RIGHT_TO_LEFT, ''],
    ].map(async ([name, description]) => {
      const { id } = await call<{ id: string }>('POST', `/w/evals/datasets${query}`, { name, description });
      return id;
    }),
  );
  const jsonl = cases.map((line) => JSON.stringify(line)).join('\n');
  await call('POST', `/w/evals/datasets/${dataset}/versions${query}`, { jsonl });
  const parts = {
    dataset_id: dataset,
    targets: [
      { type: 'model', model: 'support-small' },
      { type: 'model', model: 'support-large' },
    ],
    graders: [
      { type: 'contains', ignore_case: true },
      { type: 'latency', max_ms: 5_000 },
    ],
  };
  await call('POST', `/w/evals/suites${query}`, { ...parts, name: LONG, description: LONG });
  await call('POST', `/w/evals/suites${query}`, { ...parts, name: RIGHT_TO_LEFT });
  const suite = await call<{ id: string }>('POST', `/w/evals/suites${query}`, { ...parts, name: 'Support, nightly' });
  await call('POST', `/w/evals/runs${query}`, { suite_id: suite.id });
}

/** Requests with each outcome. */
async function ask(url: string, secret: string): Promise<void> {
  const question = 'How do I change the address of my order?';
  for (const name of ['support', 'support-large', 'support-small', 'support-small', 'no-such-model', LONG]) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: name, messages: [{ role: 'user', content: question }] }),
    });
    await answer.text();
  }
}
