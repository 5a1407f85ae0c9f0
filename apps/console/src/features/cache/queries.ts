import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

export function useCachePolicies(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['cache-policies', 'list', query], '/admin/gateway/policies/cache', query);
}

export const findCachePolicy = (id: string) => api.get('/admin/gateway/policies/cache/{id}', { path: { id } });

export const createCachePolicy = (body: components['schemas']['CreateCachePolicyDto']) =>
  api.post('/admin/gateway/policies/cache', { body });

export const updateCachePolicy = (id: string, body: components['schemas']['UpdateCachePolicyDto'], version?: string) =>
  api.patch('/admin/gateway/policies/cache/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeCachePolicy = (id: string) => api.delete('/admin/gateway/policies/cache/{id}', { path: { id } });
