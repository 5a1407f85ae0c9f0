import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

export function useGuardrails(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['guardrails', 'list', query], '/admin/gateway/policies/guardrails', query);
}

export const findGuardrail = (id: string) => api.get('/admin/gateway/policies/guardrails/{id}', { path: { id } });

export const createGuardrail = (body: components['schemas']['CreateGuardrailDto']) =>
  api.post('/admin/gateway/policies/guardrails', { body });

export const updateGuardrail = (id: string, body: components['schemas']['UpdateGuardrailDto'], version?: string) =>
  api.patch('/admin/gateway/policies/guardrails/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeGuardrail = (id: string) => api.delete('/admin/gateway/policies/guardrails/{id}', { path: { id } });
