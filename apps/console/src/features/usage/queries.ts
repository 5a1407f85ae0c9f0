import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { createTurns } from '../../api/in-turn.js';
import type { Period } from './periods.js';
import { keyOf, type Metric, sumRows, type UsageRow } from './usage-rows.js';
import { type Asked, filterOf, type UsageFilters, writeGroups } from './usage-search.js';
import { readZonedUsage } from './zoned-usage.js';

const PAGE = 1000;
const MOST_PAGES = 20;

/** Requests for usage at a time: a dashboard asks for that of many charts. */
const inTurn = createTurns(4);

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
  /** Pages of 1,000 rows that are read at most. Default: 20. */
  readonly mostPages?: number;
}

/** All rows of a grouping in a period, page by page. */
export async function readUsage(groupBy: string, request: UsageRequest): Promise<ReadUsage> {
  const { filters, mostPages = MOST_PAGES, period, workspaceId } = request;
  const { from, to, zone } = period;
  if (zone !== undefined)
    return inTurn(() => readZonedUsage(groupBy, { filters, period: { ...period, zone }, workspaceId }));
  const rows: UsageRow[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const query = { ...filters, group_by: groupBy, from, to, workspace_id: workspaceId, limit: PAGE, cursor };
    const page = await inTurn(() => api.get('/admin/usage', { query }));
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

/** The sums of a period and of the one before, without their groups. */
export function useTotals(request: UsageRequest, before: Period, isWanted: boolean) {
  return useQuery({
    queryKey: ['usage', 'totals', request, before],
    enabled: isWanted,
    queryFn: async () => {
      const [now, then] = await Promise.all([
        readUsage('day', request),
        readUsage('day', { ...request, period: before }),
      ]);
      return { now: sumRows(now.rows), before: sumRows(then.rows) };
    },
  });
}

/** The groups and the days of a period; those of the period before too if it is compared. */
export function useUsage(asked: Asked, request: UsageRequest, before: Period | undefined, isWanted = true) {
  const groups = writeGroups(asked);
  return useQuery({
    queryKey: ['usage', groups, request, before ?? null],
    enabled: isWanted,
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
