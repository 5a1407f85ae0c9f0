import { api } from './client.js';

/** Number of choices that a picker shows; typing narrows them down. */
const CHOICES = 50;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Teams whose name contains the text. */
export async function findTeams(q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/teams', { query: { limit: CHOICES, ...asked(q) } });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** People of the organization whose name or address contains the text. */
export async function findPeople(q: string): Promise<Choice[]> {
  const { data } = await api.get('/org/members', { query: { limit: CHOICES, ...asked(q) } });
  return data.map(({ user_id, name, email }) => ({ value: user_id, label: `${name} · ${email}` }));
}

export async function findWorkspaces(q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/workspaces', { query: { limit: CHOICES, ...asked(q) } });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** Models of a workspace, by their logical names. */
export async function findModels(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/models', {
    query: { limit: CHOICES, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map((model) => {
    const name = 'name' in model ? model.name : model.logical_name;
    return { value: name, label: name };
  });
}

/** Names of the workspace's providers, which records of requests have too. */
export async function findProviderNames(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/providers', {
    query: { limit: CHOICES, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ name }) => ({ value: name, label: name }));
}

/** Keys that the person may see, of every workspace unless one is given. */
export async function findAllKeys(workspaceId: string | undefined, q: string): Promise<Choice[]> {
  const query = { limit: CHOICES, ...(workspaceId && { workspace_id: workspaceId }), ...asked(q) };
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
    query: { limit: CHOICES, ...asked(q) },
  });
  return data.map(({ user_id, name, email }) => ({ value: user_id, label: `${name} · ${email}` }));
}

export async function findAccounts(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/service-accounts', {
    query: { limit: CHOICES, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** API keys that are bound to a workspace. */
export async function findKeys(workspaceId: string, q: string): Promise<Choice[]> {
  const { data } = await api.get('/admin/keys', {
    query: { limit: CHOICES, workspace_id: workspaceId, ...asked(q) },
  });
  return data.map(({ id, name, key_hint }) => ({ value: id, label: `${name} (${key_hint})` }));
}

function asked(q: string): { readonly q?: string } {
  return q.trim() === '' ? {} : { q: q.trim() };
}
