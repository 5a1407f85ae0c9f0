import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

const LIST = '/admin/gateway/policies/tags';
const ONE = '/admin/gateway/policies/tags/{id}';

export function useTagPolicies(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['tag-policies', 'list', query], LIST, query);
}

export const findTagPolicy = (id: string) => api.get(ONE, { path: { id } });

export const createTagPolicy = (body: components['schemas']['CreateTagPolicyDto']) => api.post(LIST, { body });

export const updateTagPolicy = (id: string, body: components['schemas']['UpdateTagPolicyDto'], version?: string) =>
  api.patch(ONE, { path: { id }, body, ...ifMatch(version) });

export const removeTagPolicy = (id: string) => api.delete(ONE, { path: { id } });
