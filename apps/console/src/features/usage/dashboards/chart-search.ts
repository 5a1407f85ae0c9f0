import type { UsageSearch } from '../usage-filters.js';
import { GROUPS, type Group, type Metric } from '../usage-rows.js';
import { type Asked, isOwn, readAsked, type UsageFilters, writeGroups } from '../usage-search.js';

/** Forms of a chart. */
export const KINDS = ['stacked', 'line', 'table', 'number'] as const;

/** Days of a chart, relative to now, as the address of Usage names them. */
export const SPANS = ['7d', '30d', '90d', 'month', 'lastMonth'] as const;

export type ChartKind = (typeof KINDS)[number];
export type ChartSpan = (typeof SPANS)[number];

/** A chart of a dashboard, as the API has it. */
export interface DashboardChart {
  readonly title: string;
  readonly kind: ChartKind;
  readonly measure: Metric;
  readonly group_by: string;
  readonly span: ChartSpan;
  readonly filters: UsageFilters;
}

/** The groups and filters of what Usage shows, as a chart has them. */
export function chartPartsOf(search: UsageSearch): Pick<DashboardChart, 'filters' | 'group_by'> {
  const asked = readAsked(search);
  return { group_by: writeGroups(asked), filters: asked.filters };
}

/** The days that Usage shows, if they are relative to now; else the last 30. */
export function spanOf({ from, range, to }: UsageSearch): ChartSpan {
  if (range === undefined && from === undefined && to === undefined) return 'month';
  return SPANS.find((name) => name === range) ?? '30d';
}

/** Usage that a chart asks for. */
export function askedOf({ filters, group_by: by }: Pick<DashboardChart, 'filters' | 'group_by'>): Asked {
  const names = by.split(',');
  const groups = names.flatMap((name): Group[] => {
    const group = name.startsWith('tag:') ? 'tag' : GROUPS.find((each) => each === name);
    return group === undefined ? [] : [group];
  });
  const [first = 'model', ...others] = groups;
  return { groups: [first, ...others], tag: first === 'tag' ? by.slice('tag:'.length) : undefined, filters };
}

/** The address of Usage that shows what a chart shows. */
export function searchOf(chart: DashboardChart): UsageSearch {
  const { filters, groups, tag } = askedOf(chart);
  const [group, second] = groups;
  const { team } = filters;
  const shared = { range: chart.span, metric: chart.measure, group, ...(team !== undefined && { team }) };
  if (!isOwn(group)) {
    const { key, model, provider } = filters;
    const set = Object.entries({ second, key, model, provider }).filter(([, text]) => text !== undefined);
    return { ...shared, ...Object.fromEntries(set) };
  }
  const own = filters[group];
  const value = group === 'tag' ? own?.slice(`${tag}=`.length) : own;
  return { ...shared, ...(tag !== undefined && { tag }), ...(value !== undefined && { value }) };
}

/** The charts with one moved by a number of places; the same where there is no such place. */
export function moveChart(charts: readonly DashboardChart[], from: number, by: number): readonly DashboardChart[] {
  const moved = charts[from];
  const to = from + by;
  if (moved === undefined || to < 0 || to >= charts.length) return charts;
  return charts.filter((_, index) => index !== from).toSpliced(to, 0, moved);
}
