import { api } from '../../api/client.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';
import type { NewVirtualModel, VirtualModel } from './virtual-model-values.js';

export function useVirtualModels(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, object: 'virtual_model' as const, ...(q && { q }) };
  return useList(['models', 'virtual', query], '/admin/models', query);
}

export const findVirtualModel = async (id: string): Promise<VirtualModel> =>
  (await api.get('/admin/models/{id}', { path: { id } })) as VirtualModel;

export const createVirtualModel = (workspaceId: string, body: NewVirtualModel) =>
  api.post('/admin/models', {
    query: { workspace_id: workspaceId },
    body: { ...body, object: 'virtual_model' },
  }) as Promise<VirtualModel>;

export const updateVirtualModel = (id: string, body: NewVirtualModel, version?: string) =>
  api.patch('/admin/models/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeVirtualModel = (id: string) => api.delete('/admin/models/{id}', { path: { id } });
