import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';
import type { ProviderBody } from './provider-values.js';

export type ProviderHealth = components['schemas']['ProviderHealthView'];
export type ProviderCoolDown = ProviderHealth['cool_downs'][number];

/** A cool-down lasts from ten seconds to a minute. */
const HEALTH_EVERY_MS = 15_000;

export function useProviders(workspaceId: string, q: string | undefined) {
  const query = { workspace_id: workspaceId, ...(q && { q }) };
  return useList(['providers', 'list', query], '/admin/providers', query);
}

/** Health of the providers of a workspace in the last hour, and what of them is in cool-down, by their ids. */
export function useProviderHealth(workspaceId: string, isAllowed: boolean): ReadonlyMap<string, ProviderHealth> {
  const { data } = useQuery({
    queryKey: ['providers', 'health', workspaceId],
    queryFn: () => api.get('/admin/providers/health', { query: { workspace_id: workspaceId } }),
    enabled: isAllowed,
    refetchInterval: HEALTH_EVERY_MS,
  });
  return new Map(data?.data.map((health) => [health.provider_id, health]));
}

/** The kinds of provider that this version serves. */
export function useProviderKinds() {
  return useQuery({
    queryKey: ['provider-kinds'],
    queryFn: async () => (await api.get('/admin/provider-kinds', {})).data.filter(({ served }) => served),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const findProvider = (id: string) => api.get('/admin/providers/{id}', { path: { id } });

export const createProvider = (workspaceId: string, body: ProviderBody) =>
  api.post('/admin/providers', { query: { workspace_id: workspaceId }, body });

export const updateProvider = (id: string, body: ProviderBody, version?: string) =>
  api.patch('/admin/providers/{id}', { path: { id }, body, ...ifMatch(version) });

export const removeProvider = (id: string) => api.delete('/admin/providers/{id}', { path: { id } });

export const testProvider = (id: string) => api.post('/admin/providers/{id}/test', { path: { id } });

export const listOffered = (id: string) => api.post('/admin/providers/{id}/models', { path: { id } });
