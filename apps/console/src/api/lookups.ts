import { api } from './client.js';

/** Number of choices that a picker shows, by name; typing narrows them down. */
const PICKED = { limit: 50, order: 'name' } as const;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Teams whose name contains the text. */
export async function findTeams(q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/teams', { query: { ...PICKED, ...asked(q) } });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** People of the organization whose name or address contains the text. */
export async function findPeople(q: string): Promise<Choice[]> {
  const { data } = await api.get('/org/members', { query: { ...PICKED, ...asked(q) } });
  return data.map(({ user_id, name, email }) => ({ value: user_id, label: `${name} · ${email}` }));
}

export async function findWorkspaces(q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/workspaces', { query: { ...PICKED, ...asked(q) } });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** Models of a workspace, by their logical names. */
export async function findModels(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/models', {
    query: { ...PICKED, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map((model) => {
    const name = 'name' in model ? model.name : model.logical_name;
    return { value: name, label: name };
  });
}

/** Names of the workspace's providers, which records of requests have too. */
export async function findProviderNames(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/providers', {
    query: { ...PICKED, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ name }) => ({ value: name, label: name }));
}

/** Keys that the person may see, of every workspace unless one is given. */
export async function findAllKeys(workspaceId: string | undefined, q: string): Promise<Choice[]> {
  const query = { ...PICKED, ...(workspaceId && { workspace_id: workspaceId }), ...asked(q) };
  const { data } = await api.get('/admin/keys', { query });
  return data.map(({ id, name, key_hint }) => ({ value: id, label: `${name} (${key_hint})` }));
}

/** Names of things by their ids, for a filter that came with the address. */
export const nameOfTeam = async (id: string): Promise<string> =>
  (await api.get('/admin/teams/{id}', { path: { id } })).name;
export const nameOfKey = async (id: string): Promise<string> =>
  (await api.get('/admin/keys/{id}', { path: { id } })).name;
export const nameOfPerson = async (id: string): Promise<string> =>
  (await api.get('/admin/users/{id}', { path: { id } })).name;

/** Members of a workspace. */
export async function findMembers(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/workspaces/{id}/members', {
    path: { id: workspaceId },
    query: { ...PICKED, ...asked(q) },
  });
  return data.map(({ user_id, name, email }) => ({ value: user_id, label: `${name} · ${email}` }));
}

export async function findAccounts(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/service-accounts', {
    query: { ...PICKED, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** API keys that are bound to a workspace. */
export async function findKeys(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/keys', {
    query: { ...PICKED, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ id, name, key_hint }) => ({ value: id, label: `${name} (${key_hint})` }));
}

/** Days whose usage gives the choices of a filter by what requests say about themselves. */
const DAYS_OF_CHOICES = 30;
const A_DAY_MS = 86_400_000;
/** Groups that are read for the choices: typing narrows them down. */
const READ_GROUPS = 500;

/** Fields of a row of usage in which the values stand. */
const VALUE_OF = { customer: 'customer', client: 'client', session: 'session', tag: 'tag_value' } as const;

/**
 * Values of a dimension that spent most lately and contain the text. The text itself is a choice too: there may be more values than are read.
 *
 * @param group `customer`, `client`, `session` or `tag:feature`
 */
export async function findAttributed(group: string, workspaceId: string | undefined, q: string): Promise<Choice[]> {
  const from = new Date(Date.now() - DAYS_OF_CHOICES * A_DAY_MS).toISOString().slice(0, 10);
  const query = { group_by: group, from, limit: READ_GROUPS, ...(workspaceId && { workspace_id: workspaceId }) };
  const { data } = await api.get('/admin/usage', { query });
  const kind = group.startsWith('tag:') ? 'tag' : (group as keyof typeof VALUE_OF);
  const text = q.trim();
  const found = data
    .flatMap((row) => row[VALUE_OF[kind]] ?? [])
    .filter((value) => value.toLowerCase().includes(text.toLowerCase()))
    .slice(0, PICKED.limit);
  const values = text === '' || found.includes(text) ? found : [...found, text];
  return values.map((value) => ({ value, label: value }));
}

/** Names of tags that contain the text. */
export async function findTagNames(workspaceId: string | undefined, q: string): Promise<Choice[]> {
  const query = { ...(workspaceId && { workspace_id: workspaceId }), ...asked(q) };
  const { data } = await api.get('/admin/usage/tags', { query });
  return data.map(({ name }) => ({ value: name, label: name }));
}

/** Names of which the values are offered at once. */
const NAMES_AT_ONCE = 5;

/** Tags as `feature=search`: of the names that the text begins with, the values that spent most. */
export async function findTags(workspaceId: string | undefined, q: string): Promise<Choice[]> {
  const [name = '', value = ''] = q.split('=');
  const names = (await findTagNames(workspaceId, name)).slice(0, NAMES_AT_ONCE);
  const values = await Promise.all(
    names.map(async ({ value: each }) =>
      (await findAttributed(`tag:${each}`, workspaceId, value)).map(({ value: one }) => `${each}=${one}`),
    ),
  );
  return values
    .flat()
    .slice(0, PICKED.limit)
    .map((tag) => ({ value: tag, label: tag }));
}

function asked(q: string): { readonly q?: string } {
  return q.trim() === '' ? {} : { q: q.trim() };
}
