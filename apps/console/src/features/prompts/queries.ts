import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

const LIST = '/admin/prompts';
const ONE = '/admin/prompts/{id}';
const LABEL = '/admin/prompts/{id}/labels/{label}';

type LabelTarget = components['schemas']['PromptLabelTargetDto'];

export function usePrompts(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, include_organization: 'true', ...(q && { q }) } as const;
  return useList(['prompts', 'list', query], LIST, query);
}

export const findPrompt = (id: string) => api.get(ONE, { path: { id } });

export const createPrompt = (body: components['schemas']['CreatePromptDto']) => api.post(LIST, { body });

export const updatePrompt = (id: string, body: components['schemas']['UpdatePromptDto'], version?: string) =>
  api.patch(ONE, { path: { id }, body, ...ifMatch(version) });

export const removePrompt = (id: string) => api.delete(ONE, { path: { id } });

export const moveLabel = (id: string, label: string, body: LabelTarget) =>
  api.put(LABEL, { path: { id, label }, body });

export const removeLabel = (id: string, label: string) => api.delete(LABEL, { path: { id, label } });
