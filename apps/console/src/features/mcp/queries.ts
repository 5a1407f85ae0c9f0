import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

const SERVER = '/admin/mcp-servers/{id}';
const CONNECTION = '/admin/mcp-servers/{id}/connection';

export type McpTool = components['schemas']['McpToolView'];

export function useServers(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, ...(q && { q }) };
  return useList(['mcp', 'list', query], '/admin/mcp-servers', query);
}

export const findServer = (id: string) => api.get(SERVER, { path: { id } });

export const createServer = (workspaceId: string, body: components['schemas']['CreateMcpServerDto']) =>
  api.post('/admin/mcp-servers', { query: { workspace_id: workspaceId }, body });

export const updateServer = (id: string, body: components['schemas']['UpdateMcpServerDto'], version?: string) =>
  api.patch(SERVER, { path: { id }, body, ...ifMatch(version) });

export const removeServer = (id: string) => api.delete(SERVER, { path: { id } });

/** The tools that gateways saw at a server: all of them, whether they are approved or not. */
export function useTools(id: string) {
  return useQuery({
    queryKey: ['mcp', 'tools', id],
    queryFn: async () => (await api.get('/admin/mcp-servers/{id}/tools', { path: { id } })).data,
  });
}

/** Approves tools as they were shown: one that has changed since is rejected. */
export const approveTools = (id: string, tools: readonly Pick<McpTool, 'name' | 'hash'>[]) =>
  api.post('/admin/mcp-servers/{id}/tools/approve', {
    path: { id },
    body: { tools: tools.map(({ name, hash }) => ({ name, hash })) },
  });

export const rejectTools = (id: string, names: readonly string[]) =>
  api.post('/admin/mcp-servers/{id}/tools/reject', { path: { id }, body: { tools: [...names] } });

const connectionKey = (serverId: string) => ['mcp', 'connection', serverId];

/** One's own account at a server; null data where none is connected. */
export function useConnection(id: string) {
  return useQuery({
    queryKey: connectionKey(id),
    queryFn: () =>
      api.get(CONNECTION, { path: { id } }).catch((failure: unknown) => {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }),
  });
}

export function useConnectionActions(id: string) {
  const client = useQueryClient();
  const done = useChange('mcp');
  return {
    /** Returns the address for the browser to connect at. */
    begin: async () => (await api.post(CONNECTION, { path: { id } })).authorization_url,
    remove: async () => {
      await done(api.delete(CONNECTION, { path: { id } }), id);
      client.setQueryData(connectionKey(id), null);
    },
  };
}
