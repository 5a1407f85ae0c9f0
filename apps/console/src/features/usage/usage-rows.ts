import { writeCsv } from '../../ui/table/csv/csv.js';

/** A row of usage, as far as the page reads it. */
export interface UsageRow {
  readonly day: string | null;
  readonly workspace_id: string | null;
  readonly team_id: string | null;
  readonly team: string | null;
  readonly key_id: string | null;
  readonly key: string | null;
  readonly user_id: string | null;
  readonly service_account_id: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly tag_value: string | null;
  readonly customer: string | null;
  readonly client: string | null;
  readonly session: string | null;
  readonly requests: number;
  readonly refused_requests: number;
  readonly failed_requests: number;
  readonly cancelled_requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** Null: not known, for days of another zone than UTC. */
  readonly cached_tokens: number | null;
  readonly cost_usd: number;
}

/** Groups of callers and models, of which two can be combined. */
export const PLAIN_GROUPS = ['model', 'provider', 'team', 'key', 'user', 'workspace'] as const;

/** Groups by what requests say about themselves. */
export const OWN_GROUPS = ['customer', 'client', 'session', 'tag'] as const;

export const GROUPS = [...PLAIN_GROUPS, ...OWN_GROUPS] as const;

export type PlainGroup = (typeof PLAIN_GROUPS)[number];
export type OwnGroup = (typeof OWN_GROUPS)[number];
export type Group = (typeof GROUPS)[number];

export const METRICS = [
  'cost_usd',
  'requests',
  'total_tokens',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
] as const;
export type Metric = (typeof METRICS)[number];

/** Returns the id that tells groups apart, for rows of one grouping. */
export function idOf(row: UsageRow, group: Group): string {
  switch (group) {
    case 'workspace':
      return row.workspace_id ?? '';
    case 'team':
      return row.team_id ?? row.team ?? '';
    case 'key':
      return row.key_id ?? row.key ?? '';
    case 'user':
      return row.user_id ?? row.service_account_id ?? '';
    case 'tag':
      return row.tag_value ?? '';
    default:
      return row[group] ?? '';
  }
}

/** Returns a text that tells rows of several groups apart. */
export function keyOf(row: UsageRow, groups: readonly Group[]): string {
  return groups.map((group) => idOf(row, group)).join('\u0000');
}

/** The name of a group, or its id where it has none; undefined for what came without one. */
export function nameOf(row: UsageRow, group: Group): string | undefined {
  const name = group === 'team' || group === 'key' ? row[group] : undefined;
  return name || idOf(row, group) || undefined;
}

export interface ComparedRow {
  readonly row: UsageRow;
  /** The same group in the period before; undefined if it is not compared, or if it did nothing then. */
  readonly before: UsageRow | undefined;
}

/** Rows by the metric, highest first, each with what the group did before. */
export function compareRows(
  rows: readonly UsageRow[],
  before: readonly UsageRow[],
  groups: readonly Group[],
  metric: Metric,
): ComparedRow[] {
  const byId = new Map(before.map((row) => [keyOf(row, groups), row]));
  return rows
    .map((row) => ({ row, before: byId.get(keyOf(row, groups)) }))
    .sort((a, b) => b.row[metric] - a.row[metric] || b.row.requests - a.row.requests);
}

export type Totals = Pick<UsageRow, Metric>;

/** Sums of what is shown. Money is summed in units of a ten-billionth, so that the parts add up to the whole. */
export function sumRows(rows: readonly UsageRow[]): Totals {
  const sum = (metric: Metric) => rows.reduce((total, row) => total + row[metric], 0);
  const units = rows.reduce((total, { cost_usd }) => total + Math.round(cost_usd * UNIT), 0);
  return {
    cost_usd: units / UNIT,
    requests: sum('requests'),
    total_tokens: sum('total_tokens'),
    refused_requests: sum('refused_requests'),
    failed_requests: sum('failed_requests'),
    cancelled_requests: sum('cancelled_requests'),
  };
}

const UNIT = 1e10;

const COLUMNS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cached_tokens',
  'cost_usd',
] as const satisfies (keyof UsageRow)[];

/** The rows as CSV (RFC 4180). A name that a spreadsheet would run as a formula gets an apostrophe before it. */
export function writeUsageCsv(rows: readonly UsageRow[], groups: readonly Group[]): string {
  const [first = 'model', ...others] = groups;
  const head = ['day', first, 'name', ...others.flatMap((group) => [group, `${group}_name`]), ...COLUMNS];
  const lines = rows.map((row) => [
    row.day ?? '',
    ...groups.flatMap((group) => [idOf(row, group), nameOf(row, group) ?? '']),
    ...COLUMNS.map((name) => row[name] ?? ''),
  ]);
  return writeCsv(head, lines);
}
