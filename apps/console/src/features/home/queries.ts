import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { type ErrorGroup, firstDay, RANGES, type Range, rankErrors } from './activity-figures.js';

const READ_AGAIN_MS = 60_000;
const SHOWN_CODES = 5;

/** Groups that are read, of which those with the most errors are shown. */
const MOST_GROUPS = 50;
const SHOWN_GROUPS = 5;

const MOST_BUDGETS = 200;
const MOST_NAMED = 20;

/** Models without a price that the first 200 budgets in dollars of the workspace's keys do not count. */
export function useUnpricedModels(workspaceId: string) {
  return useQuery({
    queryKey: ['budgets', 'unpriced', workspaceId],
    queryFn: async () => {
      const { data } = await api.get('/admin/budgets', {
        query: { workspace_id: workspaceId, scope: 'api_key', limit: MOST_BUDGETS },
      });
      const names = [...new Set(data.flatMap(({ unpriced_models: unpriced }) => unpriced))];
      return { names: names.slice(0, MOST_NAMED), unpriced: data[0]?.unpriced ?? 'allow' };
    },
  });
}

/** The usage of a workspace in the days of a range, the last of which is today in the reporting zone, and its errors by code. */
export function useActivity(workspaceId: string, range: Range) {
  return useQuery({
    queryKey: ['usage', 'activity', workspaceId, range],
    placeholderData: (shown) => shown,
    refetchInterval: READ_AGAIN_MS,
    queryFn: async () => {
      const { days, step } = RANGES[range];
      // The service gives today's date in the reporting zone.
      const { to } = await api.get('/admin/usage/series', { query: { workspace_id: workspaceId } });
      const query = { workspace_id: workspaceId, from: firstDay(to, days), to };
      const [figures, codes] = await Promise.all([
        api.get('/admin/usage/series', { query: { ...query, step, percentiles: 'true' } }),
        api.get('/admin/usage/series', { query: { ...query, group_by: 'error_code', top: SHOWN_CODES } }),
      ]);
      return { range, zone: figures.zone, series: figures.series[0], codes: codes.series };
    },
  });
}

/** The models, providers or keys of a workspace with the most errors in the days of a range, among those with the most requests. */
export function useErrorRates(workspaceId: string, range: Range, group: ErrorGroup) {
  return useQuery({
    queryKey: ['usage', 'errors', workspaceId, range, group],
    placeholderData: (shown) => shown,
    refetchInterval: READ_AGAIN_MS,
    queryFn: async () => {
      const { to } = await api.get('/admin/usage/series', { query: { workspace_id: workspaceId } });
      const query = { workspace_id: workspaceId, from: firstDay(to, RANGES[range].days), to };
      const { series } = await api.get('/admin/usage/series', {
        query: { ...query, group_by: group, top: MOST_GROUPS },
      });
      return rankErrors(series, SHOWN_GROUPS);
    },
  });
}
