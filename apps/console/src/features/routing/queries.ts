import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

export type RoutingConfig = components['schemas']['RoutingConfigView'];
export type RoutingBody = components['schemas']['CreateRoutingConfigDto'];

export function useRoutingConfigs(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['routing-configs', 'list', query], '/admin/routing-configs', query);
}

export const findRoutingConfig = (id: string) => api.get('/admin/routing-configs/{id}', { path: { id } });

export const createRoutingConfig = (body: RoutingBody) => api.post('/admin/routing-configs', { body });

export const updateRoutingConfig = (id: string, body: Partial<RoutingBody>, version?: string) =>
  api.patch('/admin/routing-configs/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeRoutingConfig = (id: string) => api.delete('/admin/routing-configs/{id}', { path: { id } });
