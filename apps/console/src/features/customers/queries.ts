import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { useList } from '../../api/use-list.js';

const A_DAY_MS = 86_400_000;

/** Days of the list and of the chart. */
export const SHOWN_DAYS = 30;

/** First day of the last thirty, in UTC. */
export function firstDay(now: number): string {
  return new Date(now - (SHOWN_DAYS - 1) * A_DAY_MS).toISOString().slice(0, 10);
}

/** Customers by what they spent in the last thirty days; only one of this exact name if it is given. */
export function useCustomers(workspaceId: string | undefined, customer: string | undefined) {
  const query = {
    group_by: 'customer',
    from: firstDay(Date.now()),
    limit: 100,
    ...(workspaceId && { workspace_id: workspaceId }),
    ...(customer && { customer }),
  };
  return useList(['usage', 'customers', query], '/admin/usage', query);
}

export type Customer = ReturnType<typeof useCustomers>['rows'][number];

/** Days and projection of one customer. */
export function useCustomer(workspaceId: string | undefined, customer: string) {
  return useQuery({
    queryKey: ['usage', 'customer', workspaceId, customer],
    queryFn: async () => {
      const place = { customer, ...(workspaceId && { workspace_id: workspaceId }) };
      const days = { ...place, group_by: 'day', from: firstDay(Date.now()), limit: SHOWN_DAYS + 1 };
      const [usage, forecast] = await Promise.all([
        api.get('/admin/usage', { query: days }),
        api.get('/admin/usage/forecast', { query: place }),
      ]);
      return { days: usage.data, forecast };
    },
  });
}
