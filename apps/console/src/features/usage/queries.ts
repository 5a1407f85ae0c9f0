import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Period } from './periods.js';
import { keyOf, type Metric, type UsageRow } from './usage-rows.js';
import { type Asked, filterOf, type UsageFilters, writeGroups } from './usage-search.js';

const PAGE = 1000;
const MOST_PAGES = 20;

/** Groups that the chart shows apart; all others are one more. */
const DRAWN_GROUPS = 7;

export interface ReadUsage {
  readonly rows: readonly UsageRow[];
  /** There were more rows than are read at a time. */
  readonly isCut: boolean;
}

/** Usage of some requests in some days. */
export interface UsageRequest {
  readonly filters: UsageFilters;
  readonly period: Period;
  readonly workspaceId: string | undefined;
}

/** All rows of a grouping in a period, page by page. */
export async function readUsage(groupBy: string, { filters, period, workspaceId }: UsageRequest): Promise<ReadUsage> {
  const rows: UsageRow[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { ...filters, group_by: groupBy, ...period, workspace_id: workspaceId, limit: PAGE, cursor };
    const page = await api.get('/admin/usage', { query });
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/** The groups and the days of a period; those of the period before too if it is compared. */
export function useUsage(asked: Asked, request: UsageRequest, before: Period | undefined) {
  const groups = writeGroups(asked);
  return useQuery({
    queryKey: ['usage', groups, request, before ?? null],
    placeholderData: (shown) => shown,
    queryFn: async () => {
      const nothing: ReadUsage = { rows: [], isCut: false };
      const earlier = before && { ...request, period: before };
      const [rows, days, rowsBefore, daysBefore] = await Promise.all([
        readUsage(groups, request),
        readUsage('day', request),
        earlier ? readUsage(groups, earlier) : nothing,
        earlier ? readUsage('day', earlier) : nothing,
      ]);
      return { asked, groups: rows, days, groupsBefore: rowsBefore, daysBefore };
    },
  });
}

export type UsageData = NonNullable<ReturnType<typeof useUsage>['data']>;

/** A group of the chart and its days. */
export interface DrawnGroup {
  readonly key: string;
  readonly row: UsageRow;
  readonly days: readonly UsageRow[];
}

/** The days of the largest groups, each by a filter of its own: as many rows as there are days, however many groups there are. */
export function useDrawnGroups(data: UsageData | undefined, request: UsageRequest, metric: Metric) {
  const { asked } = data ?? {};
  const [group] = asked?.groups ?? [];
  const largest = [...(data?.groups.rows ?? [])]
    .filter((row) => row[metric] > 0)
    .sort((one, other) => other[metric] - one[metric])
    .slice(0, DRAWN_GROUPS);
  const drawn = largest.flatMap((row) => {
    const filters = asked && group && filterOf(row, group, asked.tag);
    const place = group === 'workspace' ? row.workspace_id : request.workspaceId;
    if (!filters || (group === 'workspace' && place === null)) return [];
    return [{ row, key: keyOf(row, [group]), filters, workspaceId: place ?? undefined }];
  });
  return useQuery({
    queryKey: ['usage', 'drawn', asked && writeGroups(asked), request, drawn.map(({ key }) => key)],
    enabled: asked !== undefined && asked.groups.length === 1,
    queryFn: () =>
      Promise.all(
        drawn.map(async ({ filters, key, row, workspaceId }): Promise<DrawnGroup> => {
          const own = { ...request, workspaceId, filters: { ...request.filters, ...filters } };
          return { key, row, days: (await readUsage('day', own)).rows };
        }),
      ),
  });
}
