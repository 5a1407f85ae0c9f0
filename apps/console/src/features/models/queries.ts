import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';
import type { Model, NewModel } from './model-values.js';

export interface ModelFilters {
  readonly q: string | undefined;
  readonly type: string | undefined;
  readonly provider: string | undefined;
  readonly order?: string | undefined;
}

/** The models of a filter, and the query that means them. */
export function useModels(workspaceId: string, { q, type, provider, order }: ModelFilters) {
  const query = {
    workspace_id: workspaceId,
    object: 'model' as const,
    ...(q && { q }),
    ...(type && { type: type as never }),
    ...(provider && { provider_id: provider }),
    ...(order && { order: order as 'name' }),
  };
  return { list: useList(['models', 'list', query], '/admin/models', query), query };
}

const MOST_PROVIDERS = 200;

/** Names of the providers of the workspace by id: the first 200, which are all in nearly every workspace. */
export function useProviderNames(workspaceId: string, isAllowed: boolean) {
  const { data } = useQuery({
    queryKey: ['providers', 'names', workspaceId],
    queryFn: () => api.get('/admin/providers', { query: { workspace_id: workspaceId, limit: MOST_PROVIDERS } }),
    enabled: isAllowed,
  });
  return new Map(data?.data.map(({ id, name }) => [id, name]));
}

export async function findProviders(workspaceId: string, q: string) {
  const { data } = await api.get('/admin/providers', {
    query: { workspace_id: workspaceId, limit: 50, ...(q.trim() !== '' && { q: q.trim() }) },
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

export type CatalogModel = components['schemas']['CatalogModelView'];

/** Models of a provider that the price table knows and whose names contain a text. */
export function useCatalog(providerId: string | null, q: string) {
  return useQuery({
    queryKey: ['providers', 'catalog', providerId, q],
    queryFn: async () =>
      (await api.get('/admin/providers/{id}/catalog', { path: { id: providerId ?? '' }, query: q === '' ? {} : { q } }))
        .data,
    enabled: providerId !== null,
    placeholderData: keepPreviousData,
  });
}

export const findModel = async (id: string): Promise<Model> =>
  (await api.get('/admin/models/{id}', { path: { id } })) as Model;

export const createModel = (workspaceId: string, body: NewModel) =>
  api.post('/admin/models', { query: { workspace_id: workspaceId }, body }) as Promise<Model>;

export const updateModel = (id: string, body: NewModel, version?: string) =>
  api.patch('/admin/models/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeModel = (id: string) => api.delete('/admin/models/{id}', { path: { id } });
