import { createCaller, type World } from './world.js';

/** A name that would run or break out, were it more than text. */
export const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>{{7*7}}';

/** Gives one of everything that pages list a name of markup. */
export async function addHostileNames({ cookie, providerId, url, workspace }: World): Promise<void> {
  const { call } = createCaller(url, cookie);
  const policy = { workspace_id: workspace.id, name: MARKUP };
  await call('PATCH', `/admin/workspaces/${workspace.id}`, { name: MARKUP });
  const team = await call<{ id: string }>('POST', '/admin/teams', { name: MARKUP });
  await call('POST', '/admin/keys', { ...policy, team: MARKUP });
  await call('POST', `/admin/service-accounts?workspace_id=${workspace.id}`, { name: MARKUP });
  await call('POST', '/org/accounts', { name: MARKUP, permissions: ['org.read'] });
  await call('POST', '/admin/models', {
    logical_name: 'hostile<img/src=x/onerror=alert(1)>',
    provider_id: providerId,
    upstream_model: 'simulator',
  });
  await call('POST', '/admin/gateway/policies/guardrails', {
    ...policy,
    kind: 'keywords',
    config: { keywords: [MARKUP] },
  });
  await call('POST', '/admin/gateway/policies/cache', policy);
  // A workspace has one of these, which the examples have made.
  const rules = await call<{ data: { id: string }[] }>(
    'GET',
    `/admin/gateway/policies/pii?workspace_id=${workspace.id}`,
  );
  for (const { id } of rules.data) await call('PATCH', `/admin/gateway/policies/pii/${id}`, { name: MARKUP });
  await call('POST', '/admin/gateway/policies/rate-limits', { ...policy, team_id: team.id, requests_per_day: 9 });
  await call('POST', '/admin/routing-configs', { ...policy, targets: [{ model: 'lane-one' }] });
  await call('POST', `/w/workflows?workspace_id=${workspace.id}`, { name: MARKUP, description: MARKUP });
  const hostile = { model: 'lane-one', description: MARKUP };
  await call('POST', `/w/agents?workspace_id=${workspace.id}`, { ...hostile, name: 'hostile' });
  const secret = { name: 'HOSTILE', value: 'a-token', description: MARKUP };
  await call('POST', `/w/secrets?workspace_id=${workspace.id}`, secret);
  const query = `?workspace_id=${workspace.id}`;
  const named = { name: MARKUP, description: MARKUP };
  const dataset = await call<{ id: string }>('POST', `/w/evals/datasets${query}`, named);
  await call('POST', `/w/evals/suites${query}`, {
    ...named,
    dataset_id: dataset.id,
    targets: [{ type: 'model', model: 'lane-one', name: MARKUP }],
    graders: [{ type: 'contains', value: MARKUP }],
  });
  await call('POST', `/w/chat/sessions?workspace_id=${workspace.id}`, { title: MARKUP });
}
