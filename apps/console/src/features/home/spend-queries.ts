import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';

const READ_AGAIN_MS = 60_000;

/** Groups of the lists of who spent most. */
export const SPEND_GROUPS = ['team', 'model', 'key', 'customer'] as const;

export type SpendGroup = (typeof SPEND_GROUPS)[number];

const SHOWN_SPENDERS = 5;
const SHOWN_BUDGETS = 5;
const A_DAY_MS = 86_400_000;

/** Spend of this month, and its projection. Without a workspace, of all that the person may see. */
export function useForecast(workspaceId: string | undefined) {
  return useQuery({
    queryKey: ['usage', 'forecast', workspaceId],
    placeholderData: (shown) => shown,
    refetchInterval: READ_AGAIN_MS,
    queryFn: () => api.get('/admin/usage/forecast', { query: { ...(workspaceId && { workspace_id: workspaceId }) } }),
  });
}

/** The five that spent most this month, and one more if there are others. */
export function useSpenders(workspaceId: string | undefined, group: SpendGroup) {
  return useQuery({
    queryKey: ['usage', 'spenders', workspaceId, group],
    placeholderData: (shown) => shown,
    queryFn: async () => {
      const query = { group_by: group, limit: SHOWN_SPENDERS, ...(workspaceId && { workspace_id: workspaceId }) };
      const { data } = await api.get('/admin/usage', { query });
      return { group, rows: data };
    },
  });
}

/** The budgets that the largest part is spent of: of rules, keys and teams. */
export function useNearestBudgets(workspaceId: string | undefined, isWanted: boolean) {
  return useQuery({
    queryKey: ['budgets', 'nearest', workspaceId],
    enabled: isWanted,
    queryFn: async () => {
      const query = { ...(workspaceId && { workspace_id: workspaceId }) };
      const { data } = await api.get('/admin/gateway/budgets/status', { query });
      const partOf = ({ limit, spent }: (typeof data)[number]): number => (limit <= 0 ? 1 : spent / limit);
      return data
        .map((budget) => ({ budget, part: partOf(budget) }))
        .sort((one, other) => other.part - one.part)
        .slice(0, SHOWN_BUDGETS);
    },
  });
}

/** Requests of the last 24 hours that were refused or failed. */
export function useLastErrors(workspaceId: string | undefined) {
  return useQuery({
    queryKey: ['usage', 'last-errors', workspaceId],
    refetchInterval: READ_AGAIN_MS,
    queryFn: async () => {
      const place = { ...(workspaceId && { workspace_id: workspaceId }) };
      // The service gives today's date in the reporting zone.
      const { to } = await api.get('/admin/usage/series', { query: place });
      const before = new Date(Date.parse(to) - A_DAY_MS).toISOString().slice(0, 10);
      const { series } = await api.get('/admin/usage/series', { query: { ...place, from: before, to, step: '1h' } });
      const begin = Date.now() - A_DAY_MS;
      const points = (series[0]?.points ?? []).filter(({ at }) => Date.parse(at) > begin);
      const sum = (name: 'requests' | 'failed_requests' | 'refused_requests') =>
        points.reduce((total, point) => total + point[name], 0);
      return { requests: sum('requests'), failed: sum('failed_requests'), refused: sum('refused_requests') };
    },
  });
}
