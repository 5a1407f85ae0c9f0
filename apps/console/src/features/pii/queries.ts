import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

export function usePiiPolicies(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['pii-policies', 'list', query], '/admin/gateway/policies/pii', query);
}

export const findPiiPolicy = (id: string) => api.get('/admin/gateway/policies/pii/{id}', { path: { id } });

export const createPiiPolicy = (body: components['schemas']['CreatePiiPolicyDto']) =>
  api.post('/admin/gateway/policies/pii', { body });

export const updatePiiPolicy = (id: string, body: components['schemas']['UpdatePiiPolicyDto'], version?: string) =>
  api.patch('/admin/gateway/policies/pii/{id}', { path: { id }, body, ...ifMatch(version) });

export const removePiiPolicy = (id: string) => api.delete('/admin/gateway/policies/pii/{id}', { path: { id } });
