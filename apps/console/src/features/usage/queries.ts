import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Period } from './periods.js';
import type { Group, UsageRow } from './usage-rows.js';

const PAGE = 1000;
const MOST_PAGES = 20;

export interface ReadUsage {
  readonly rows: readonly UsageRow[];
  /** There were more rows than are read at a time. */
  readonly isCut: boolean;
}

/** All rows of a grouping in a period, page by page. */
export async function readUsage(groupBy: string, period: Period, workspaceId: string | undefined): Promise<ReadUsage> {
  const rows: UsageRow[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { group_by: groupBy, ...period, workspace_id: workspaceId, limit: PAGE, cursor };
    const page = await api.get('/admin/usage', { query });
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/** The groups and the days of a period; those of the period before too if it is compared. */
export function useUsage(group: Group, period: Period, before: Period | undefined, workspaceId: string | undefined) {
  return useQuery({
    queryKey: ['usage', group, period, before ?? null, workspaceId ?? null],
    placeholderData: (shown) => shown,
    queryFn: async () => {
      const nothing: ReadUsage = { rows: [], isCut: false };
      const [groups, days, groupsBefore, daysBefore] = await Promise.all([
        readUsage(group, period, workspaceId),
        readUsage('day', period, workspaceId),
        before ? readUsage(group, before, workspaceId) : nothing,
        before ? readUsage('day', before, workspaceId) : nothing,
      ]);
      return { groups, days, groupsBefore, daysBefore };
    },
  });
}
