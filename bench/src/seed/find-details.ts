import type { Named, SeedCaller } from './seed-service.js';

/** Things that have a page of their own, each with the tabs of that page. */
const PAGES: Readonly<Record<string, { readonly list: string; readonly tabs?: readonly string[] }>> = {
  agents: { list: '/w/agents', tabs: ['runs', 'definition', 'versions'] },
  conversations: { list: '/w/chat/sessions' },
  'evals/runs': { list: '/w/evals/runs' },
  'evals/suites': { list: '/w/evals/suites' },
  'evals/datasets': { list: '/w/evals/datasets', tabs: ['versions'] },
  knowledge: { list: '/w/kb', tabs: ['query', 'chat'] },
  workflows: { list: '/w/workflows', tabs: ['runs', 'triggers', 'versions'] },
};

/** Tabs of the drawer of a request. */
const REQUEST_TABS = ['timeline', 'tree', 'messages', 'raw', 'cost', 'policies', 'replay'];

/** Things that open in a drawer of their list. */
const DRAWERS: Readonly<Record<string, string>> = {
  'budget-rules': '/admin/gateway/policies/budgets',
  cache: '/admin/gateway/policies/cache',
  changes: '/admin/changes',
  guardrails: '/admin/gateway/policies/guardrails',
  keys: '/admin/keys',
  mcp: '/admin/mcp-servers',
  models: '/admin/models?object=model',
  pii: '/admin/gateway/policies/pii',
  providers: '/admin/providers',
  'rate-limits': '/admin/gateway/policies/rate-limits',
  requests: '/admin/audit?kind=call',
  routing: '/admin/routing-configs',
  'tag-policies': '/admin/gateway/policies/tags',
  'virtual-accounts': '/admin/service-accounts',
  'virtual-models': '/admin/models?object=virtual_model',
};

/** The same of the organization. */
const ORGANIZATION_DRAWERS: Readonly<Record<string, string>> = {
  '/org/accounts': '/org/accounts',
  '/org/people': '/org/members',
  '/org/teams': '/admin/teams',
  '/org/workspaces': '/admin/workspaces',
};

/** Finds the addresses of one thing of each kind that has a page of its own, with its tabs, or a drawer. */
export async function findDetails(caller: SeedCaller, workspaceId: string): Promise<string[]> {
  const place = `workspace_id=${workspaceId}`;
  const found: string[] = [];
  for (const [page, { list, tabs = [] }] of Object.entries(PAGES)) {
    const id = await listFirst(caller, withQuery(list, place));
    const path = `/w/${workspaceId}/${page}/${id}`;
    if (id !== undefined) found.push(path, ...tabs.map((tab) => `${path}?tab=${tab}`));
  }
  for (const [page, list] of Object.entries(DRAWERS)) {
    const id = await listFirst(caller, withQuery(list, place));
    const path = `/w/${workspaceId}/${page}?open=${id}`;
    const tabs = page === 'requests' ? REQUEST_TABS : [];
    if (id !== undefined) found.push(path, ...tabs.map((tab) => `${path}&tab=${tab}`));
  }
  for (const [path, list] of Object.entries(ORGANIZATION_DRAWERS)) {
    const id = await listFirst(caller, list);
    if (id !== undefined) found.push(`${path}?open=${id}`);
  }
  return found;
}

function withQuery(list: string, query: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${query}`;
}

interface Listed extends Named {
  /** Of people, who have no other id. */
  readonly user_id?: string;
}

/** Finds the id of the first thing of a list. */
export async function listFirst(caller: SeedCaller, path: string): Promise<string | undefined> {
  const [first] = (await caller.call<{ data: Listed[] }>('GET', path)).data;
  return first?.id ?? first?.user_id;
}
