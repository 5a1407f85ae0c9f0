import { LIVE_MODELS } from './company.js';
import type { Company } from './make-company.js';
import type { SeedCaller } from './seed-service.js';
import { TEAMS } from './teams.js';

/** Adds what keeps requests within bounds, what routes them, and what the teams keep for themselves. */
export async function addPolicies(owner: SeedCaller, { teams, workspaces }: Company): Promise<void> {
  const own = { workspace_id: workspaces[0]?.id };
  const query = `?workspace_id=${own.workspace_id}`;
  const guardrails = '/admin/gateway/policies/guardrails';
  await owner.call('POST', guardrails, {
    ...own,
    name: 'no card numbers',
    kind: 'regex',
    config: { patterns: ['\\b\\d{16}\\b'] },
  });
  await owner.call('POST', guardrails, {
    ...own,
    name: 'prompt injection',
    kind: 'keywords',
    config: { keywords: ['ignore all previous instructions', 'reveal your system prompt'] },
  });
  await owner.call('POST', guardrails, {
    ...own,
    name: 'no secrets',
    kind: 'regex',
    mode: 'audit',
    config: { patterns: ['AKIA[0-9A-Z]{16}', 'ghp_[A-Za-z0-9]{36}'] },
  });
  await owner.call('POST', '/admin/gateway/policies/pii', {
    ...own,
    name: 'mail and phone',
    entities: ['email', 'phone'],
    input: 'redact',
  });
  await owner.call('POST', '/admin/gateway/policies/cache', {
    ...own,
    name: 'frequent questions',
    models: [LIVE_MODELS[0], 'gpt-5-mini'],
    ttl_seconds: 3_600,
  });
  await owner.call('POST', '/admin/gateway/policies/tags', {
    ...own,
    name: 'cost centres',
    assign: [{ tags: { cost_centre: '4711' } }],
    headers: [{ header: 'x-department', tag: 'department' }],
  });
  for (const [place, { name, rhythm, workspace }] of TEAMS.entries()) {
    if (rhythm !== 'batch') continue;
    await owner.call('POST', '/admin/gateway/policies/rate-limits', {
      name: `${name}, by day`,
      workspace_id: workspaces[workspace]?.id,
      team_id: teams[place]?.id,
      requests_per_minute: 240,
      tokens_per_day: 20_000_000,
      applies_per: 'api_key',
    });
  }
  await owner.call('POST', '/admin/routing-configs', {
    ...own,
    name: 'cheap first',
    strategy: 'weighted',
    targets: [
      { model: 'gpt-5-mini', weight: 4 },
      { model: 'gpt-5.2', weight: 1 },
    ],
  });
  await owner.call('POST', '/admin/routing-configs', {
    ...own,
    name: 'stay in Europe',
    strategy: 'failover',
    targets: [{ model: 'mistral-large' }, { model: 'gpt-5.2-sweden' }],
  });
  for (const name of ['nightly reports', 'help desk importer', 'release pipeline'])
    await owner.call('POST', `/admin/service-accounts${query}`, { name });
  await owner.call('POST', '/org/accounts', {
    name: 'terraform',
    permissions: ['gateway.keys.read', 'gateway.keys.manage', 'gateway.models.read', 'gateway.models.manage'],
  });
  await owner.call('POST', '/org/accounts', { name: 'cost exporter', permissions: ['org.read', 'org.usage.read'] });
  for (const [name, description] of [
    ['SHOP_KEY', 'Token of the shop, for the order desk'],
    ['STATUS_TOKEN', 'Token of the status page'],
  ])
    await owner.call('POST', `/w/secrets${query}`, { name, value: 'an-example-token', description });
  await owner.call('POST', `/admin/mcp-servers${query}`, {
    name: 'orders',
    kind: 'sample',
    description: 'Orders of the shop, for agents of the support',
    access: [{ team_id: teams[0]?.id }],
  });
  await addViews(owner, query);
  for (const email of ['linus.berg@example.com', 'rosa.diaz@example.com'])
    await owner.call('POST', '/org/invites', { email });
}

/** Dashboards and saved views. */
async function addViews(owner: SeedCaller, query: string): Promise<void> {
  const chart = { span: '30d', filters: {} };
  await owner.call('POST', `/w/dashboards${query}`, {
    name: 'Spend of the month',
    charts: [
      { ...chart, title: 'Cost this month', kind: 'number', measure: 'cost_usd', group_by: 'model', span: 'month' },
      { ...chart, title: 'Cost by team', kind: 'stacked', measure: 'cost_usd', group_by: 'team' },
      { ...chart, title: 'Cost by model', kind: 'stacked', measure: 'cost_usd', group_by: 'model' },
      { ...chart, title: 'Customers', kind: 'table', measure: 'cost_usd', group_by: 'customer' },
    ],
  });
  await owner.call('POST', `/w/dashboards${query}`, {
    name: 'Health',
    charts: [
      {
        ...chart,
        title: 'Failed by provider',
        kind: 'line',
        measure: 'failed_requests',
        group_by: 'provider',
        span: '7d',
      },
      {
        ...chart,
        title: 'Refused by team',
        kind: 'stacked',
        measure: 'refused_requests',
        group_by: 'team',
        span: '7d',
      },
      { ...chart, title: 'Tokens by key', kind: 'table', measure: 'total_tokens', group_by: 'key,model', span: '7d' },
    ],
  });
  for (const [name, search] of [
    ['Failed in a day', 'outcome=failed&range=24h'],
    ['Refused in a week', 'outcome=refused&range=7d'],
  ])
    await owner.call('POST', `/w/views${query}`, { page: 'requests', name, search });
}
